"""The portal: a newsroom in a browser, as an API for programs, and as feeds for other people's readers."""
