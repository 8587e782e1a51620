/** Defaults of the Go variant that differ from ours. They apply to a host that names that variant or uses its settings file. */

export const GO_DEFAULTS = {
  host: '',
  http_client: { max_connections_per_host: 0 },
  compression: { request: { enable_gzip: false }, response: { enable_gzip: false } },
  stored_requests: { filesystem: { enabled: false } },
  stored_video_req: { filesystem: { enabled: false } },
  stored_responses: { filesystem: { enabled: false } },
  accounts: { filesystem: { enabled: false } },
  category_mapping: { in_memory_cache: { type: 'none', ttl_seconds: 0 } },
  amp: { default_timeout_ms: 900 },
  video: { enable_deprecated_endpoint: false },
} satisfies object;
