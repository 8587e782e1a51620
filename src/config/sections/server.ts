/** Where the server listens and how it speaks. */
import { z } from 'zod';

export const serverOptions = {
  host: z.string().default('0.0.0.0'),
  port: z.int().min(0).max(65535).default(8000),
  admin_host: z.string().default('127.0.0.1'),
  admin_port: z.int().min(0).max(65535).default(6060),
  /** Needed by every admin call when the admin listener is not on loopback. */
  admin_token: z.string().default(''),
  /** Processes; 0: one for each core. */
  workers: z.int().min(0).default(1),
  external_url: z.string().default('http://localhost:8000'),
  datacenter: z.string().default(''),
  /** bytes, after decompression */
  max_request_size: z.int().min(0).default(262144),
  status_response: z.string().default(''),
  /** `/status` as it is, or as `{"application":{"status":…}}`. Default: text (go), json (java). */
  status_format: z.enum(['text', 'json']).optional(),
  compression: z
    .object({
      request: z.object({ enable_gzip: z.boolean().default(true) }).prefault({}),
      response: z.object({ enable_gzip: z.boolean().default(true) }).prefault({}),
    })
    .prefault({}),
  wire: z
    .object({
      bidder_extension: z.enum(['srv', 'prebid', 'follow']).default('follow'),
      version_header: z.string().default('X-Prebid'),
    })
    .prefault({}),
  admission: z
    .object({
      max_live_auctions: z.int().min(1).default(2000),
      /** Event loop delay, ms, past which new auctions are refused. */
      max_loop_delay_ms: z.int().min(1).default(500),
      retry_after_seconds: z.int().min(1).default(1),
    })
    .prefault({}),
  /** ms a stopping server gives live auctions and pipelines. */
  shutdown_grace_ms: z.int().min(0).default(10000),
  log: z.object({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info') }).prefault({}),
};
