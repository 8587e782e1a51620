/** Listeners, HTTP limits and processes. */
import { z } from 'zod';
import { baseAddress } from './base-address.ts';
import { hostName } from './host-name.ts';

const check = z
  .object({
    /** Enable the check. */
    enabled: z.boolean().default(false),
    /** ms between checks. */
    refresh_period_ms: z.int().min(100).default(10_000),
  })
  .prefault({});

export const serverOptions = {
  /** Listener settings of the Java variant. */
  server: z
    .object({
      /**
       * Whether to listen at address and port; false: only at the socket `unix_socket_name`. Default: yes, but with `variant: go` not beside
       * a socket.
       */
      http: z.object({ enabled: z.boolean().optional() }).prefault({}),
    })
    .prefault({}),
  /** Address and port of the public listener. */
  host: hostName().default('0.0.0.0'),
  /** 0 = ephemeral port. */
  port: z.int().min(0).max(65535).default(8000),
  /** Listen on the socket `unix_socket_name` instead of address and port. */
  unix_socket_enable: z.boolean().default(false),
  /** Path of the socket file. */
  unix_socket_name: z.string().min(1).default('auctor.sock'),
  /** TLS of the public listener. */
  tls: z
    .strictObject({
      /** PEM file of the certificate with its chain; empty: plain HTTP. The file is read again when it changes. */
      cert: z.string().default(''),
      /** PEM file of the private key; empty: it is in the certificate's file. */
      key: z.string().default(''),
      /** Offer HTTP/2 by ALPN; HTTP/1.1 remains. */
      http2: z.boolean().default(true),
      /** Oldest accepted version. */
      min_version: z.enum(['TLSv1.2', 'TLSv1.3']).default('TLSv1.2'),
      /** ms between checks of the files. */
      check_interval_ms: z.int().min(10).default(10_000),
    })
    .prefault({}),
  /** Processes; 0: one per core. */
  workers: z.int().min(0).default(1),
  /** Run a primary process even for a single worker: it replaces a worker that exits, and restarts workers on SIGHUP. */
  primary: z.boolean().default(false),
  /** Heartbeats between several workers and their primary. */
  worker_heartbeat: z
    .object({
      /** ms without a heartbeat after which a worker is killed and replaced. */
      timeout_ms: z.int().min(100).default(10_000),
    })
    .prefault({}),
  /** Timeouts in ms of a worker's requests to the other workers: without a response in time it continues without. */
  worker_timeouts: z
    .object({
      /** Search for the bid of a win or an impression, to join them. */
      bid_ms: z.int().min(1).default(250),
      /** Search for a value of the bid cache. */
      cached_value_ms: z.int().min(1).default(100),
      /** Figures of the others for a read of metrics; without a response in time the last known ones count. */
      metrics_ms: z.int().min(1).default(500),
    })
    .prefault({}),
  /** Address of this host for browsers: event URLs, syncs, the cache. */
  external_url: baseAddress().default('http://localhost:8000'),
  /** Networks of proxies in front of this host: only their `X-Forwarded-For` counts for limits per client. Default: private networks. */
  trusted_proxies: z
    .array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]))
    .default(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']),
  /** Name of this host's location; sent to bidders. */
  datacenter: z.string().default(''),
  /** PEM file of additional trusted certificate authorities for outgoing connections. */
  certificates_file: z.string().default(''),
  /** Max bytes of a request's line and headers. With several `uids` cookies (`setuid.number_of_uid_cookies`) it has at least room for them and 8192 bytes more. HTTP/2 permits at least 65535 bytes, in 256 fields. */
  max_header_bytes: z.int().min(1024).default(16384),
  /** Max ms to receive the line and headers of a request; a slower one gets 408 and its connection is closed. */
  header_timeout_ms: z.int().min(10).default(10_000),
  /** Max ms to receive a complete request, headers and body. */
  request_timeout_ms: z.int().min(10).default(15_000),
  /** Max ms without any byte on a connection whose response is awaited or sent, such as that of a client that does not read; then it is closed. */
  stall_timeout_ms: z.int().min(10).default(60_000),
  /** Seconds until a client's idle connection is closed. */
  keep_alive_timeout_seconds: z.int().min(1).default(72),
  /** Max bytes, after decompression */
  max_request_size: z.int().min(0).default(262144),
  /** Body of `/status` with 200; empty: 204 without a body. */
  status_response: z.string().default(''),
  /** Format of `/status`: text, or `{"application":{"status":…}}`. Default: text (go), json (java). */
  status_format: z.enum(['text', 'json']).optional(),
  /** Additional health checks in the JSON status: stored-data database and geolocation. */
  health_check: z.object({ database: check, geolocation: check }).prefault({}),
  /** gzip of request bodies, and of responses to clients that accept it. */
  compression: z
    .object({
      request: z.object({ enable_gzip: z.boolean().default(true) }).prefault({}),
      response: z.object({ enable_gzip: z.boolean().default(true) }).prefault({}),
    })
    .prefault({}),
  /** Our extension key and name in external formats. */
  wire: z
    .object({
      /** Extension key in calls to bidders; `follow`: the caller's. */
      bidder_extension: z.enum(['srv', 'prebid', 'follow']).default('follow'),
      /** Response header with the version. */
      version_header: z.string().default('X-Prebid'),
    })
    .prefault({}),
  /** Limits of one process; requests beyond them get 503 with `Retry-After`. */
  admission: z
    .object({
      /** Max auctions in flight or waiting. */
      max_live_auctions: z.int().min(1).default(2000),
      /** Max ms a request may wait for the start of its auction, as expected when it arrives. */
      max_wait_ms: z.int().min(1).default(250),
      /** The same as a share of what its `tmax` leaves after an auction of mean duration. */
      max_wait_share: z.number().min(0).max(1).default(0.3),
      /** Max connections of clients; beyond it new ones are closed. */
      max_connections: z.int().min(1).default(10_000),
      /** `Retry-After` of rejected requests. */
      retry_after_seconds: z.int().min(1).default(1),
    })
    .prefault({}),
  /** Folder for data the host keeps across restarts, such as vendor lists; '': none, everything is in memory. */
  data_dir: z.string().default('data'),
  /** Auctions that a starting process runs against itself before it is ready, so that its code is compiled; 0: none, for a faster start. */
  warm_up_auctions: z.int().min(0).max(10_000).default(40),
  /** ms a stopping server stays open although `/readyz` says 503, so that load balancers stop sending requests first. */
  shutdown_delay_ms: z.int().min(0).default(0),
  /** ms a stopping server waits for auctions in flight and pipelines. */
  shutdown_grace_ms: z.int().min(0).default(10000),
  /** Minimum log level; at `info` no auction is logged. */
  log: z.object({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info') }).prefault({}),
  /** A log line per response of the public listener: route, status, duration and sizes, without ids. */
  access_log: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Share of responses, 0 to 1. */
      sample_rate: z.number().min(0).max(1).default(0.01),
      /** Log all responses with status 500 or above. */
      errors: z.boolean().default(true),
      /** The client's address: none, or shortened to 24 bits (IPv6: 56). */
      address: z.enum(['none', 'masked']).default('none'),
    })
    .prefault({}),
  /** Limits of the endpoints that change logging. */
  logging: z
    .strictObject({
      /** Max requests with responses that one call of `/logging/httpinteraction` may log. Each worker logs up to the `limit` of the call. */
      http_interaction: z.strictObject({ max_limit: z.int().min(1).default(10_000) }).prefault({}),
      /** Max duration in ms of a level change by `/logging/changelevel`. */
      change_level: z.strictObject({ max_duration_ms: z.int().min(1).default(60_000) }).prefault({}),
      /** Sampling rate for warning logs (java). */
      sampling_rate: z.number().min(0).max(1).default(0.01),
    })
    .prefault({}),
};
