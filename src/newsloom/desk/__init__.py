"""What an editor does with stories: similarity, duplicates, events, tracking, novelty, summary, salience."""
