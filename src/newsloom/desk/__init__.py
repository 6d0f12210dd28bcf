"""What an editor does with articles: similarity, duplicates, events, tracking, novelty, summary, salience."""
