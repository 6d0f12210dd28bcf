"""The portal: a newsroom as pages for browsers, as an API for programs, and as feeds for feed readers."""
