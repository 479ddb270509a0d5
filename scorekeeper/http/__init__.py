"""What pages and API share of HTTP: addresses, hosts, absolute URLs, rate limits, quotas."""
