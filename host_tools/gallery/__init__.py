"""Every screen of the device in every language, through the real driver, read back and shown on a page."""
