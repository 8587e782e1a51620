/** Defaults of the Go variant that differ from ours. They apply to a host that names that variant or uses its settings file. */

/** Ids as one list in the address. */
const listed = { use_rfc3986_compliant_request_builder: false };

export const GO_DEFAULTS = {
  host: '',
  http_client: { max_connections_per_host: 0 },
  compression: { request: { enable_gzip: false }, response: { enable_gzip: false } },
  stored_requests: { filesystem: { enabled: false } },
  stored_video_req: { filesystem: { enabled: false }, http: listed },
  stored_responses: { filesystem: { enabled: false }, http: listed },
  accounts: { filesystem: { enabled: false } },
  category_mapping: { http: listed, in_memory_cache: { type: 'none', ttl_seconds: 0 } },
  amp: { default_timeout_ms: 900 },
  video: { enable_deprecated_endpoint: false },
} satisfies object;
