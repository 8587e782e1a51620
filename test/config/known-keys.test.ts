import { expect, test } from 'vitest';
import { loadSettings } from '#test/helpers/settings-file.ts';

const load = (text: string) => loadSettings(text);

/** Keys of that server's documentation with its own defaults. */
const GO = `external_url: http://localhost:8000
port: 8000
admin_port: 6060
max_request_size: 262144
auction_timeouts_ms: {default: 0, max: 0}
tmax_default: 0
tmax_adjustments: {enabled: false, bidder_response_duration_min_ms: 0, bidder_network_latency_buffer_ms: 0, pbs_response_preparation_duration_ms: 0}
stored_requests_timeout_ms: 50
stored_requests: {filesystem: {enabled: false, directorypath: ./x}, http: {endpoint: "", amp_endpoint: "", use_rfc3986_compliant_request_builder: true}, in_memory_cache: {type: none, ttl_seconds: 0, request_cache_size_bytes: 0, imp_cache_size_bytes: 0, resp_cache_size_bytes: 0}, cache_events: {enabled: false, endpoint: ""}, http_events: {endpoint: "", amp_endpoint: "", refresh_rate_seconds: 0, timeout_ms: 0}}
accounts: {filesystem: {enabled: false, directorypath: ./x}, http: {endpoint: "", use_rfc3986_compliant_request_builder: true}, in_memory_cache: {type: none, ttl_seconds: 0, size_bytes: 0}}
account_required: false
blocked_apps: [""]
default_request: {type: "", file: {name: ""}, alias_info: false}
auto_gen_source_tid: true
generate_request_id: false
generate_bid_id: false
cache: {scheme: "", host: "", query: "", expected_millis: 10, default_ttl_seconds: {banner: 0, video: 0, native: 0, audio: 0}}
debug: {override_token: "", timeout_notification: {log: false, sampling_rate: 0.0, fail_only: false}}
gdpr: {host_vendor_id: 0, enabled: true, default_value: "0"}
datacenter: ""
ccpa: {enforce: false}
lmt: {enforce: true}
price_floors: {enabled: false}
hooks: {enabled: false}
experiment: {adscert: {mode: off}}
garbage_collector_threshold: 0
enable_gzip: true
certificates_file: ""
http_client_cache: {max_idle_connections: 10}
request_timeout_headers: {request_time_in_queue: "", request_timeout_in_queue: ""}
http_client: {max_connections_per_host: 0, max_idle_connections: 400, max_idle_connections_per_host: 10, idle_connection_timeout_seconds: 60, tls_handshake_timeout_seconds: 10, dialer: {timeout_seconds: 30, keep_alive_seconds: 15}, throttle: {enable_throttling: false, simulate_throttling_only: false}}
`;

const JAVA = `variant: java
server: {max-body-size: 262144, max-headers-size: 16384, max-initial-line-length: 8092, idle-timeout: 10, http: {port: 8080}}
auction: {ad-server-currency: USD, blocklisted-accounts: [], blocklisted-apps: [], biddertmax: {min: 50, max: 5000, percent: 100}, tmax-upstream-response-time: 30, stored-requests-timeout-ms: 100, profiles: {limit: 4, timeout-ms: 100, fail-on-unknown: true}, cache: {expected-request-time-ms: 10, only-winning-bids: false}, strict-app-site-dooh: true, filter-imp-media-type: {enabled: true}, category-mapping-enabled: false, generate-bid-id: false, validations: {banner-creative-max-size: skip, secure-markup: skip}, privacysandbox: {topicsdomain: x.com}}
default-request: {file: {path: ""}}
settings: {generate-storedrequest-bidrequest-id: false, enforce-valid-account: false, fail-on-unknown-bidders: true, fail-on-disabled-bidders: true, targeting: {truncate-attr-chars: 20}}
debug: {override-token: x}
ipv6: {always-mask-right: 64, anon-left-mask-bits: 56, private-networks: ["::1/128"]}
geolocation: {enabled: false}
adapter-defaults: {enabled: false, ortb-version: "2.5", ortb: {multiformat-supported: true}, debug: {allow: true}}
external-url: http://localhost:8080
datacenter-region: local
gdpr: {host-vendor-id: 1, default-value: "0"}
logging: {sampling-rate: 0.01}
`;

test("a host of the Go variant starts with that variant's documented settings", () => {
  const config = load(GO);
  expect(config.http_client).toMatchObject({ connect_timeout_ms: 30_000, tcp_keep_alive_seconds: 15, max_connections_per_host: 0 });
  expect(config.compression.response.enable_gzip).toBe(true);
  expect(config.stored_requests.http_events.timeout_ms).toBe(0);
});

test("a host of the Java variant starts with that variant's documented settings", () => {
  const config = load(JAVA);
  expect(config).toMatchObject({ max_header_bytes: 16384, keep_alive_timeout_seconds: 10, filter_imp_media_type: true });
});

test('pushed updates require a path', () => {
  const text = 'stored_responses: {cache_events: {enabled: true, endpoint: ""}, in_memory_cache: {type: unbounded}}';
  expect(() => load(text)).toThrow(/stored_responses\.cache_events\.endpoint \(.*:1\): is required/);
});
