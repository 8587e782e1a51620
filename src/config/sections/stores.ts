/** Sources of stored requests, imps, responses, accounts and category files: folders, then a database, then an HTTP service. */
import { z } from 'zod';
import { cacheEvents, database, http, httpEvents, memory, s3 } from './store-parts.ts';

/** The sections of stored data. */
export const STORE_SECTIONS = ['stored_requests', 'stored_video_req', 'stored_responses', 'accounts'] as const;

const DIRECTORY = './stored_requests/data/by_id';

const filesystem = (directory: string) =>
  z
    .strictObject({
      /** A missing folder counts as empty. */
      enabled: z.boolean().default(true),
      /** Path of the folder. */
      directorypath: z.string().default(directory),
      /** Separate folders of single kinds. */
      stored_requests_dir: z.string().default(''),
      /** The same for imps. */
      stored_imps_dir: z.string().default(''),
      /** The same for responses. */
      stored_responses_dir: z.string().default(''),
      /** The same for profiles. */
      profiles_dir: z.string().default(''),
      /** Reload changed files at run time. */
      watch: z.boolean().default(true),
    })
    .prefault({});

const parts = (endpoint: string) => ({
  filesystem: filesystem(DIRECTORY),
  database,
  s3,
  http,
  in_memory_cache: memory,
  cache_events: cacheEvents(endpoint),
  http_events: httpEvents,
});

const store = (endpoint: string) => z.strictObject(parts(endpoint)).prefault({});

export const storeOptions = {
  stored_requests: z
    .strictObject({
      ...parts('/storedrequests/openrtb2'),
      /** The same for AMP requests, which have a cache of their own. */
      amp_cache_events: cacheEvents('/storedrequests/amp'),
    })
    .prefault({}),
  stored_video_req: store('/storedrequests/video'),
  stored_responses: store('/storedrequests/responses'),
  accounts: z
    .strictObject({
      ...parts('/storedrequests/accounts'),
      /** A YAML file of accounts (`accounts:` with a list), in the Java variant's format. */
      settings_filename: z.string().default(''),
    })
    .prefault({}),
  category_mapping: z
    .strictObject({
      filesystem: filesystem('./static/category-mapping'),
      database,
      http,
      in_memory_cache: memory.unwrap().prefault({ type: 'lru', ttl_seconds: 300 }),
    })
    .prefault({}),
  /**
   * Timeout of storage in ms if the request has no tmax; with `variant: go` for stored request, account and stored responses together.
   * Default: 50 (go), 100 (java).
   */
  stored_requests_timeout_ms: z.int().min(1).optional(),
};
