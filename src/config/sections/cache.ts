/** Where bids are cached, for how long, and what the cache of this process may hold. */
import { z } from 'zod';

const seconds = z.int().min(0).optional();
const bytes = (usual: number) => z.int().min(1).default(usual);

const credentials = {
  /** Empty: without a name. */
  username: z.string().default(''),
  /** Empty: without a password. */
  password: z.string().default(''),
};

/** Redis or Valkey, shared by all nodes. */
const redis = z
  .strictObject({
    /** Address of the server. */
    host: z.string().default('127.0.0.1'),
    /** Its port. */
    port: z.int().min(1).max(65535).default(6379),
    ...credentials,
    /** Number of the data base. */
    db: z.int().min(0).default(0),
    /** Speak TLS; without checking the certificate where that is skipped. */
    tls: z.strictObject({ enabled: z.boolean().default(false), insecure_skip_verify: z.boolean().default(false) }).prefault({}),
    /** Instead of one server: a cluster. */
    cluster: z
      .strictObject({
        /** Some of its nodes, as `host:port`; empty: it is no cluster. The others are found through them. */
        nodes: z.array(z.string()).default([]),
      })
      .prefault({}),
    /** Instead of one server: sentinels that know which server is the master. `username`, `password` and `db` above are the master's. */
    sentinel: z
      .strictObject({
        /** Name of the master. */
        name: z.string().default(''),
        /** Sentinels, as `host:port` (26379 where there is no port); empty: there are none. */
        nodes: z.array(z.string()).default([]),
        ...credentials,
        /** Speak TLS with the sentinels, as `tls` above says. */
        tls: z.boolean().default(false),
      })
      .prefault({}),
    /** Put before every id. */
    key_prefix: z.string().default(''),
    /** ms a call may take, whatever time its auction has left. */
    timeout_ms: z.int().min(1).default(200),
    /** ms until a connection must stand. */
    connect_timeout_ms: z.int().min(1).default(1000),
    /** Calls under way past which further ones fail at once. */
    max_waiting: z.int().min(1).default(5000),
    /** Larger values are refused. */
    max_value_bytes: bytes(256 * 1024),
  })
  .prefault({});

export const cacheOptions = {
  cache: z
    .object({
      /** Where bids are kept. Default: a cache service where `host` names one, else this process. */
      backend: z.enum(['memory', 'redis', 'http']).optional(),
      redis,
      /** Address of a cache service: written to, and told to clients unless `external_cache` names another. */
      scheme: z.string().default(''),
      /** Empty: there is no cache service. */
      host: z.string().default(''),
      /** Path of its endpoint. */
      path: z.string().default('/cache'),
      /**
       * Of the addresses of single values that clients are told, where `external_cache` names no other: the id takes the place of
       * `%PBS_CACHE_UUID%`, or stands at the end. Empty: `uuid=`.
       */
      query: z.string().default(''),
      /** Address of the same service for this server's own calls. */
      internal: z
        .strictObject({ scheme: z.string().default(''), host: z.string().default(''), path: z.string().default('/cache') })
        .prefault({}),
      /** Sent to the cache service as `x-pbc-api-key` where `api_key_secured`. */
      api_key: z.string().default(''),
      /** Whether the key is sent. */
      api_key_secured: z.boolean().default(false),
      /** Connections open at once to the cache service. */
      max_connections: z.int().min(1).default(64),
      /** Longer answers of the cache service count as failed. */
      max_response_bytes: bytes(1024 * 1024),
      /** Ids begin with the account and the first letters of `datacenter`. */
      append_trace_info_to_cache_id: z.boolean().default(false),
      /** ms taken off the bidders' deadline when bids are cached. */
      expected_millis: z.int().min(0).default(10),
      /** ms a put may take when the auction has no deadline of its own. */
      put_timeout_ms: z.int().min(1).default(1000),
      /** Cache only the winner of each imp, unless the request says otherwise. */
      only_winning_bids: z.boolean().default(false),
      /** Where a cached bid's lifetime comes from (decisions row 6). Default: by variant. */
      ttl_rule: z.enum(['go', 'java']).optional(),
      /** Seconds added so that fetching works up to the end (rule `go`). */
      ttl_buffer_seconds: z.int().min(0).default(60),
      /** Lifetime of cached bids by media type, where neither bid, imp nor account says. */
      default_ttl_seconds: z.object({ banner: seconds, video: seconds, native: seconds, audio: seconds }).prefault({}),
      /** Java variant: before `default_ttl_seconds`. */
      banner_ttl_seconds: seconds,
      /** Java variant: the same for video. */
      video_ttl_seconds: seconds,
      /** The cache in this process. */
      memory: z
        .object({
          max_bytes: bytes(64 * 1024 * 1024),
          max_value_bytes: bytes(256 * 1024),
        })
        .prefault({}),
      /** What callers of `/cache` may ask for. */
      request_limits: z
        .object({
          max_size_bytes: z.int().min(0).default(10240),
          max_num_values: z.int().min(0).default(10),
          max_ttl_seconds: z.int().default(3600),
          allow_setting_keys: z.boolean().default(false),
        })
        .prefault({}),
      /** How many calls of `/cache` an address may make in a second. */
      rate_limiter: z.object({ enabled: z.boolean().default(true), num_requests: z.int().min(1).default(100) }).prefault({}),
      /** Whether anybody may put values by `/cache`. */
      routes: z.object({ allow_public_write: z.boolean().default(true) }).prefault({}),
    })
    .prefault({}),
  /** Address clients read from; named in targeting and in `bid.ext`. No host: `/cache` of `external_url`. */
  external_cache: z.object({ scheme: z.string().default(''), host: z.string().default(''), path: z.string().default('') }).prefault({}),
};
