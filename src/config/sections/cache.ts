/** Bid cache: backend, lifetimes, and limits of the cache in this process. */
import { z } from 'zod';
import { hostName } from './host-name.ts';

const seconds = z.int().min(0).optional();
const bytes = (defaults: number) => z.int().min(1).default(defaults);

const credentials = {
  /** User name; empty: none. */
  username: z.string().default(''),
  /** Password; empty: none. */
  password: z.string().default(''),
};

/** Redis or Valkey, shared by all nodes. */
const redis = z
  .strictObject({
    /** Address of the server. */
    host: hostName().default('127.0.0.1'),
    /** Its port. */
    port: z.int().min(1).max(65535).default(6379),
    ...credentials,
    /** Number of the database. */
    db: z.int().min(0).default(0),
    /** Use TLS; optionally without verifying the certificate. */
    tls: z.strictObject({ enabled: z.boolean().default(false), insecure_skip_verify: z.boolean().default(false) }).prefault({}),
    /** A cluster instead of one server. */
    cluster: z
      .strictObject({
        /** Some of its nodes, as `host:port`; empty: not a cluster. The others are discovered through them. */
        nodes: z.array(z.string()).default([]),
      })
      .prefault({}),
    /** Sentinels that name the master, instead of one server. `username`, `password` and `db` above are the master's. */
    sentinel: z
      .strictObject({
        /** Name of the master. */
        name: z.string().default(''),
        /** Sentinels, as `host:port` (default port 26379); empty: none. */
        nodes: z.array(z.string()).default([]),
        ...credentials,
        /** Use TLS with the sentinels, with the settings of `tls` above. */
        tls: z.boolean().default(false),
      })
      .prefault({}),
    /** Prefix of every id. */
    key_prefix: z.string().default(''),
    /** Timeout of a command in ms, whatever time its auction has left. */
    timeout_ms: z.int().min(1).default(200),
    /** Timeout of connecting, ms. */
    connect_timeout_ms: z.int().min(1).default(1000),
    /** Max commands in flight; further ones fail at once. */
    max_waiting: z.int().min(1).default(5000),
    /** Max value size; larger ones are rejected. */
    max_value_bytes: bytes(256 * 1024),
  })
  .prefault({});

export const cacheOptions = {
  cache: z
    .object({
      /** Backend of the bid cache. Default: a cache service if `host` names one, else this process. */
      backend: z.enum(['memory', 'redis', 'http']).optional(),
      redis,
      /** Address of a cache service: used for writes, and sent to clients unless `external_cache` names another. */
      scheme: z.string().default(''),
      /** Empty: no cache service. */
      host: z.string().default(''),
      /** Path of its endpoint. */
      path: z.string().default('/cache'),
      /**
       * Query of the addresses sent to clients unless `external_cache` names another: the id replaces `%PBS_CACHE_UUID%`, or is appended.
       * Empty: `uuid=`.
       */
      query: z.string().default(''),
      /** Address of the same service for this server's own calls. */
      internal: z
        .strictObject({ scheme: z.string().default(''), host: z.string().default(''), path: z.string().default('/cache') })
        .prefault({}),
      /** Sent to the cache service as `x-pbc-api-key` if `api_key_secured`. */
      api_key: z.string().default(''),
      /** Send the key. */
      api_key_secured: z.boolean().default(false),
      /** Max open connections to the cache service. */
      max_connections: z.int().min(1).default(64),
      /** Max response size of the cache service; larger ones count as failed. */
      max_response_bytes: bytes(1024 * 1024),
      /** Prefix ids with the account and the first letters of `datacenter`, if that leaves half of them for randomness. */
      append_trace_info_to_cache_id: z.boolean().default(false),
      /** ms subtracted from the bidders' deadline if bids are cached. */
      expected_millis: z.int().min(0).default(10),
      /** Timeout of a put in ms if the auction has no deadline. */
      put_timeout_ms: z.int().min(1).default(1000),
      /** Cache only the winner of each imp, unless the request says otherwise. */
      only_winning_bids: z.boolean().default(false),
      /** Rule that determines a cached bid's lifetime. Default: by variant. */
      ttl_rule: z.enum(['go', 'java']).optional(),
      /** Seconds added so that values remain available until the end (rule `go`). */
      ttl_buffer_seconds: z.int().min(0).default(60),
      /** Lifetime of cached bids by media type if neither bid, imp nor account sets one. */
      default_ttl_seconds: z.object({ banner: seconds, video: seconds, native: seconds, audio: seconds }).prefault({}),
      /** Java variant: takes precedence over `default_ttl_seconds`. */
      banner_ttl_seconds: seconds,
      /** Java variant: the same for video. */
      video_ttl_seconds: seconds,
      /** Whether modules may store data in the cache service (`storage.pbc`). */
      module: z.object({ enabled: z.boolean().default(true) }).prefault({}),
      /** The cache in this process. */
      memory: z
        .object({
          /** Max bytes of all values with their ids; at most an eighth more is allocated. */
          max_bytes: bytes(64 * 1024 * 1024),
          max_value_bytes: bytes(256 * 1024),
          /** Share of `max_bytes` for values that callers write (`/cache`, `/vtrack`); the rest is for auctions. */
          public_share: z.number().min(0).max(1).default(0.5),
        })
        .prefault({}),
      /** Limits of `/cache` requests. */
      request_limits: z
        .object({
          max_size_bytes: z.int().min(0).default(10240),
          max_num_values: z.int().min(0).default(10),
          max_ttl_seconds: z.int().default(3600),
          allow_setting_keys: z.boolean().default(false),
        })
        .prefault({}),
      /** Max calls of `/cache` per address and second. */
      rate_limiter: z.object({ enabled: z.boolean().default(true), num_requests: z.int().min(1).default(100) }).prefault({}),
      /** Permit public writes through `/cache`. */
      routes: z.object({ allow_public_write: z.boolean().default(true) }).prefault({}),
    })
    .prefault({}),
  /** Storage for modules' data between auctions. */
  storage: z
    .object({
      pbc: z
        .object({
          /** Store it in the cache service. */
          enabled: z.boolean().default(false),
          /** Path of the storage endpoint. */
          path: z.string().default('/storage'),
          /** Timeout of a request, ms. */
          call_timeout_ms: z.int().min(1).default(100),
        })
        .prefault({}),
    })
    .prefault({}),
  /** Address for clients; used in targeting and in `bid.ext`. Without a host: `/cache` of `external_url`. */
  external_cache: z.object({ scheme: z.string().default(''), host: z.string().default(''), path: z.string().default('') }).prefault({}),
};
