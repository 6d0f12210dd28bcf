"""Front pages to news items: one room for each way of reading them, behind ``protocol.Reader``."""
