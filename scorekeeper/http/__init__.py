"""HTTP concerns that pages and API share: client addresses, Host validation, absolute URLs, rate limits, quotas."""
