"""What an editor does with stories: likeness, duplicates, events, tracking, novelty, summary, salience."""
