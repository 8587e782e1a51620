/** Where the server listens and how it speaks. */
import { z } from 'zod';

const check = z
  .object({
    /** Look whether it is there. */
    enabled: z.boolean().default(false),
    /** ms between looks. */
    refresh_period_ms: z.int().min(100).default(10_000),
  })
  .prefault({});

export const serverOptions = {
  /** Address and port of the public listener. */
  host: z.string().default('0.0.0.0'),
  /** 0: any free one. */
  port: z.int().min(0).max(65535).default(8000),
  /** Listen at the socket `unix_socket_name` instead of address and port. */
  unix_socket_enable: z.boolean().default(false),
  /** Path of the socket's file. */
  unix_socket_name: z.string().min(1).default('auctor.sock'),
  /** Processes; 0: one for each core. */
  workers: z.int().min(0).default(1),
  /** Address by which browsers reach this host: event URLs, syncs, the cache. */
  external_url: z.string().default('http://localhost:8000'),
  /** Name of the place this host runs in; told to bidders. */
  datacenter: z.string().default(''),
  /** PEM file of further authorities whose certificates are trusted where this host calls somebody. */
  certificates_file: z.string().default(''),
  /** bytes of a request's line and headers together */
  max_header_bytes: z.int().min(1024).default(16384),
  /** How long a client's unused connection is kept. */
  keep_alive_timeout_seconds: z.int().min(1).default(72),
  /** bytes, after decompression */
  max_request_size: z.int().min(0).default(262144),
  /** What `/status` says with 200; empty: 204 without a body. */
  status_response: z.string().default(''),
  /** `/status` as it is, or as `{"application":{"status":…}}`. Default: text (go), json (java). */
  status_format: z.enum(['text', 'json']).optional(),
  /** What `/status` tells besides, where it is JSON: whether the database of stored data and the look-up of places are there. */
  health_check: z.object({ database: check, geolocation: check }).prefault({}),
  /** gzip of request bodies, and of answers to those who ask for it. */
  compression: z
    .object({
      request: z.object({ enable_gzip: z.boolean().default(true) }).prefault({}),
      response: z.object({ enable_gzip: z.boolean().default(true) }).prefault({}),
    })
    .prefault({}),
  /** How our extension object and our name appear outside. */
  wire: z
    .object({
      /** Word for the extension object in calls to bidders; `follow`: the word of the caller (decisions row 1). */
      bidder_extension: z.enum(['srv', 'prebid', 'follow']).default('follow'),
      /** Header of answers that tells the version (decisions row 35). */
      version_header: z.string().default('X-Prebid'),
    })
    .prefault({}),
  /** When new auctions are refused with 503. */
  admission: z
    .object({
      /** Auctions under way at once in one process. */
      max_live_auctions: z.int().min(1).default(2000),
      /** Event loop delay, ms, past which new auctions are refused. */
      max_loop_delay_ms: z.int().min(1).default(500),
      /** What `Retry-After` tells those who are refused. */
      retry_after_seconds: z.int().min(1).default(1),
    })
    .prefault({}),
  /** ms a stopping server gives live auctions and pipelines. */
  shutdown_grace_ms: z.int().min(0).default(10000),
  /** Least level that is logged; nothing is logged per auction at `info`. */
  log: z.object({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info') }).prefault({}),
  /** What the endpoints that change the log may be asked for. */
  logging: z
    .strictObject({
      /** Requests with their answers that one call of `/logging/httpinteraction` may ask for. */
      http_interaction: z.strictObject({ max_limit: z.int().min(1).default(10_000) }).prefault({}),
      /** ms for which one call of `/logging/changelevel` may change the level. */
      change_level: z.strictObject({ max_duration_ms: z.int().min(1).default(60_000) }).prefault({}),
      /** Share of requests whose oddities are logged by hosts of the Java variant. */
      sampling_rate: z.number().min(0).max(1).default(0.01),
    })
    .prefault({}),
};
