/** Where stored requests, imps, responses, accounts and category files come from. */
import { z } from 'zod';

const DIRECTORY = './stored_requests/data/by_id';

const filesystem = (directory: string) =>
  z
    .object({
      /** A folder that is not there holds nothing. */
      enabled: z.boolean().default(true),
      directorypath: z.string().default(directory),
      /** Changed files take effect while the server runs. */
      watch: z.boolean().default(true),
    })
    .prefault({});

const http = z
  .object({
    endpoint: z.string().default(''),
    amp_endpoint: z.string().default(''),
    use_rfc3986_compliant_request_builder: z.boolean().default(true),
  })
  .prefault({});

const bytes = z.int().min(0).default(0);
const memory = z
  .object({
    type: z.enum(['none', 'lru', 'unbounded']).default('none'),
    ttl_seconds: z.int().min(0).default(0),
    /** How long an id that was not found is not asked for again; 0: asked every time. */
    negative_ttl_seconds: z.int().min(0).default(5),
    size_bytes: bytes,
    request_cache_size_bytes: bytes,
    imp_cache_size_bytes: bytes,
    resp_cache_size_bytes: bytes,
  })
  .prefault({});

const store = z
  .object({ filesystem: filesystem(DIRECTORY), http, database: z.record(z.string(), z.unknown()).optional(), in_memory_cache: memory })
  .prefault({});

export const storeOptions = {
  stored_requests: store,
  stored_video_req: store,
  stored_responses: store,
  accounts: z
    .object({
      filesystem: filesystem(DIRECTORY),
      /** A YAML file of accounts (`accounts:` with a list), as the Java variant keeps them. */
      settings_filename: z.string().default(''),
      http,
      in_memory_cache: memory,
    })
    .prefault({}),
  category_mapping: z.object({ filesystem: filesystem('./static/category-mapping'), http }).prefault({}),
  /** ms storage may take where the request has no tmax. Default: 50 (go), 100 (java). */
  stored_requests_timeout_ms: z.int().min(1).optional(),
};
