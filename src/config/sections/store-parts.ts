/** Parts that several stores have: a database, an HTTP service, a cache around them, and how that is kept up to date. */
import { z } from 'zod';

const text = z.string().default('');

/** `driver` empty: no database. */
const connection = z
  .strictObject({
    /** Empty: no database. */
    driver: z.enum(['', 'postgres', 'mysql']).default(''),
    /** Name of the database. */
    dbname: text,
    /** Where it listens. */
    host: z.string().default('localhost'),
    /** 0: the driver's own. */
    port: z.int().min(0).max(65535).default(0),
    /** Empty: without a name. */
    user: text,
    /** Empty: without a password. */
    password: text,
    /** More connection settings, as `name=value` joined by `&`. */
    query_string: text,
    /** Files; with any of them the server's certificate is checked. */
    tls: z.strictObject({ root_cert: text, client_cert: text, client_key: text }).prefault({}),
    /** Connections open at once. */
    max_connections: z.int().min(1).default(10),
    /** ms until a connection must stand. */
    connect_timeout_ms: z.int().min(1).default(2000),
  })
  .prefault({});

export type DatabaseConnection = z.infer<typeof connection>;

/** Queries give the columns `id`, `data`, `type`; with four columns the first is the account the row belongs to. */
export const database = z
  .strictObject({
    connection,
    fetcher: z
      .strictObject({
        /** With `$REQUEST_ID_LIST`, `$IMP_ID_LIST`, `$ID_LIST`, or the same without brackets between `%`. */
        query: text,
        /** The same for AMP requests; empty: as `query`. */
        amp_query: text,
        /** The same for profiles, with `$ID_LIST`. */
        profile_query: text,
      })
      .prefault({}),
    /** One query when the server starts, for everything there is. */
    initialize_caches: z.strictObject({ timeout_ms: z.int().default(10_000), query: text, amp_query: text }).prefault({}),
    /** Asked again and again, with `$LAST_UPDATED`, for what has changed since; a row without data drops its id. */
    poll_for_updates: z
      .strictObject({ refresh_rate_seconds: z.number().default(0), timeout_ms: z.int().default(5000), query: text, amp_query: text })
      .prefault({}),
  })
  .prefault({});

export type DatabaseOptions = z.infer<typeof database>;

/** `endpoint` empty: no service. */
export const http = z
  .strictObject({
    /** Address that is asked by id; empty: no service. */
    endpoint: text,
    /** The same for AMP requests; empty: as `endpoint`. */
    amp_endpoint: text,
    /** `?request-id=a&request-id=b`; false: `?request-ids=["a","b"]`. */
    use_rfc3986_compliant_request_builder: z.boolean().default(true),
  })
  .prefault({});

/** `bucket` empty: none. An object is `<folder>/<id>.json`. */
export const s3 = z
  .strictObject({
    /** Name of the bucket in Amazon S3, or in a service that speaks as it does; empty: none. */
    bucket: text,
    /** Address of the service; empty: Amazon's in the region. */
    endpoint: text,
    /** Requests are signed for it. */
    region: z.string().min(1).default('us-east-1'),
    /**
     * Empty: as tools of the service find them (`AWS_ACCESS_KEY_ID` and so on, a role by `AWS_WEB_IDENTITY_TOKEN_FILE`, `~/.aws/credentials`,
     * the role of the container, of the machine); where there are none requests are not signed.
     */
    access_key_id: text,
    /** Belongs to `access_key_id`. */
    secret_access_key: text,
    /** Of credentials that end; empty: none. */
    session_token: text,
    /** The bucket stands in the path, not in the host's name. Default: yes where `endpoint` is set. */
    force_path_style: z.boolean().optional(),
    /** Folder of requests. */
    stored_requests_dir: z.string().default('stored_requests'),
    /** The same for imps. */
    stored_imps_dir: z.string().default('stored_imps'),
    /** The same for responses. */
    stored_responses_dir: z.string().default('stored_responses'),
    /** The same for accounts. */
    accounts_dir: z.string().default('accounts'),
    /** Everything at start, then what has changed or gone. */
    poll_for_updates: z
      .strictObject({
        /** Fill the cache at start. */
        enabled: z.boolean().default(false),
        /** 0: only at start. */
        refresh_rate_seconds: z.number().min(0).default(0),
        /** ms one call may take. */
        timeout_ms: z.int().min(1).default(5000),
      })
      .prefault({}),
  })
  .prefault({});

export type S3Options = z.infer<typeof s3>;

/** Everything at start, then what has changed since: `GET endpoint?last-modified=`. */
export const httpEvents = z
  .strictObject({
    /** Address that is asked for everything, then for what has changed; empty: none. */
    endpoint: text,
    /** The same for AMP requests. */
    amp_endpoint: text,
    /** 0: only at start. */
    refresh_rate_seconds: z.number().min(0).default(0),
    /** ms an answer may take; 0: ten seconds. */
    timeout_ms: z.int().min(0).default(10_000),
  })
  .prefault({});

/** Updates pushed by whoever owns the data: `POST` and `DELETE`, on the admin listener. */
export const cacheEvents = (endpoint: string) =>
  z
    .strictObject({
      /** Take updates. */
      enabled: z.boolean().default(false),
      /** At which path. */
      endpoint: z
        .string()
        .regex(/^(\/.*)?$/, 'must start with "/"')
        .default(endpoint),
      /** On the public listener as well. */
      on_application_port: z.boolean().default(false),
      /** There only with `admin_token` or `admin_endpoints.credentials`; else for anybody. */
      protected: z.boolean().default(false),
    })
    .prefault({});

const bytes = z.int().min(0).default(0);

/** What was found is kept in memory. */
export const memory = z
  .strictObject({
    /** `lru` keeps what is used, within limits; `unbounded` keeps everything. */
    type: z.enum(['none', 'lru', 'unbounded']).default('none'),
    /** Lifetime; 0: for ever, or until it makes room. */
    ttl_seconds: z.int().min(0).default(0),
    /** Lifetimes are up to so much shorter, so that not all end at once. */
    jitter_seconds: z.int().min(0).default(0),
    /** How long an id that was not found is not asked for again; 0: asked every time. */
    negative_ttl_seconds: z.int().min(0).default(5),
    /** How long after its end a text still serves while its store cannot be asked. */
    stale_if_error_seconds: z.int().min(0).default(86_400),
    /** Entries a kind; 0: no limit but that of the bytes. */
    cache_size: z.int().min(0).default(0),
    /** Bytes of all kinds; 0: no limit. The next three: of one kind. */
    size_bytes: bytes,
    /** Bytes of requests. */
    request_cache_size_bytes: bytes,
    /** Bytes of imps. */
    imp_cache_size_bytes: bytes,
    /** Bytes of responses. */
    resp_cache_size_bytes: bytes,
  })
  .prefault({});

export type MemoryOptions = z.infer<typeof memory>;
