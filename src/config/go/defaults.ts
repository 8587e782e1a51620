/** Defaults of the Go variant that differ from ours. They apply to a host that names that variant or uses its settings file. */

/** Ids as one list in the address. */
const listed = { use_rfc3986_compliant_request_builder: false };

/** A query without a timeout is an error. Stored responses, which that variant does not check, keep ours. */
const database = { initialize_caches: { timeout_ms: 0 }, poll_for_updates: { timeout_ms: 0 } };

/** Missing ids are not cached. */
const memory = { in_memory_cache: { negative_ttl_seconds: 0 } };

/** Updates of stored data, where they are enabled, are public. */
const events = { cache_events: { on_application_port: true } };

export const GO_DEFAULTS = {
  host: '',
  http_client: { max_connections_per_host: 0, connect_timeout_ms: 30_000, tcp_keep_alive_seconds: 15 },
  compression: { request: { enable_gzip: false }, response: { enable_gzip: false } },
  stored_requests: { filesystem: { enabled: false }, database, ...memory, ...events, amp_cache_events: { on_application_port: true } },
  stored_video_req: { filesystem: { enabled: false }, http: listed, database, ...memory, ...events },
  stored_responses: { filesystem: { enabled: false }, http: listed, ...memory, ...events },
  accounts: { filesystem: { enabled: false }, database, ...memory, ...events },
  category_mapping: { http: listed, database, in_memory_cache: { type: 'none', ttl_seconds: 0 } },
  amp: { default_timeout_ms: 900 },
  metrics: { prometheus: { address: 'host' } },
  video: { enable_deprecated_endpoint: false },
} satisfies object;
