"""Documents to Templates: one folder for each method, behind the one-method ``Learner`` protocol."""
