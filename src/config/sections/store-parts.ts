/** Parts shared by several stores: a database, an HTTP service, a cache, and its updates. */
import { z } from 'zod';

const text = z.string().default('');

/** `driver` empty: no database. */
const connection = z
  .strictObject({
    /** Empty: no database. */
    driver: z.enum(['', 'postgres', 'mysql']).default(''),
    /** Name of the database. */
    dbname: text,
    /** Host of the database. */
    host: z.string().default('localhost'),
    /** Port; 0: the driver's default. */
    port: z.int().min(0).max(65535).default(0),
    /** User name; empty: none. */
    user: text,
    /** Password; empty: none. */
    password: text,
    /**
     * Additional connection settings, as `name=value` joined by `&`. PostgreSQL: `sslmode`, `connect_timeout`, and settings of the server.
     * MySQL: `tls`, `timeout`, `charset`, `collation`, and variables of the server; other names of the Go variant's driver have no effect.
     */
    query_string: text,
    /** Files; if any is set, the server's certificate is verified, with the name of its host unless `sslmode=verify-ca`. */
    tls: z.strictObject({ root_cert: text, client_cert: text, client_key: text }).prefault({}),
    /** Max open connections. */
    max_connections: z.int().min(1).default(10),
    /** Timeout of connecting, ms. */
    connect_timeout_ms: z.int().min(1).default(2000),
  })
  .prefault({});

export type DatabaseConnection = z.infer<typeof connection>;

/** Queries return the columns `id`, `data`, `type`; with four columns the first is the row's account. */
export const database = z
  .strictObject({
    connection,
    fetcher: z
      .strictObject({
        /** With `$REQUEST_ID_LIST`, `$IMP_ID_LIST`, `$ID_LIST`, or the same without brackets between `%`. */
        query: text,
        /** The same for AMP requests; empty: as `query`. */
        amp_query: text,
        /** The same for profiles, with `$ID_LIST`; body, precedence and type may be columns of their own. */
        profile_query: text,
      })
      .prefault({}),
    /** One query at startup that loads everything. */
    initialize_caches: z.strictObject({ timeout_ms: z.int().default(10_000), query: text, amp_query: text }).prefault({}),
    /** A periodic query with `$LAST_UPDATED` for changed rows; a row without data removes its id. */
    poll_for_updates: z
      .strictObject({ refresh_rate_seconds: z.number().default(0), timeout_ms: z.int().default(5000), query: text, amp_query: text })
      .prefault({}),
  })
  .prefault({});

export type DatabaseOptions = z.infer<typeof database>;

/** `endpoint` empty: no service. */
export const http = z
  .strictObject({
    /** Address for requests by id; empty: no service. */
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
    /** Name of the bucket in Amazon S3 or a compatible service; empty: none. */
    bucket: text,
    /** Address of the service; empty: Amazon's in the region. */
    endpoint: text,
    /** Region for request signatures. */
    region: z.string().min(1).default('us-east-1'),
    /**
     * Empty: the default credential chain (`AWS_ACCESS_KEY_ID` and so on, a role by `AWS_WEB_IDENTITY_TOKEN_FILE`, `~/.aws/credentials`,
     * the role of the container, of the machine); without credentials requests are not signed.
     */
    access_key_id: text,
    /** Secret of `access_key_id`. */
    secret_access_key: text,
    /** Token of temporary credentials; empty: none. */
    session_token: text,
    /** Put the bucket into the path instead of the host name. Default: yes if `endpoint` is set. */
    force_path_style: z.boolean().optional(),
    /** Folder of requests. */
    stored_requests_dir: z.string().default('stored_requests'),
    /** The same for imps. */
    stored_imps_dir: z.string().default('stored_imps'),
    /** The same for responses. */
    stored_responses_dir: z.string().default('stored_responses'),
    /** The same for accounts. */
    accounts_dir: z.string().default('accounts'),
    /** Everything at startup, then changed and deleted objects. */
    poll_for_updates: z
      .strictObject({
        /** Fill the cache at startup. */
        enabled: z.boolean().default(false),
        /** 0: only at startup. */
        refresh_rate_seconds: z.number().min(0).default(0),
        /** Timeout of a request, ms. */
        timeout_ms: z.int().min(1).default(5000),
      })
      .prefault({}),
  })
  .prefault({});

export type S3Options = z.infer<typeof s3>;

/** Everything at startup, then changes: `GET endpoint?last-modified=`. */
export const httpEvents = z
  .strictObject({
    /** Address for the full load and for changes; empty: none. */
    endpoint: text,
    /** The same for AMP requests. */
    amp_endpoint: text,
    /** 0: only at startup. */
    refresh_rate_seconds: z.number().min(0).default(0),
    /** Timeout of a response, ms; 0: ten seconds. */
    timeout_ms: z.int().min(0).default(10_000),
  })
  .prefault({});

/** Updates pushed by the owner of the data: `POST` and `DELETE` on the admin listener. */
export const cacheEvents = (endpoint: string) =>
  z
    .strictObject({
      /** Accept updates. */
      enabled: z.boolean().default(false),
      /** Path of the endpoint. */
      endpoint: z
        .string()
        .regex(/^(\/.*)?$/, 'must start with "/"')
        .default(endpoint),
      /** Serve it on the public listener as well. */
      on_application_port: z.boolean().default(false),
      /**
       * On: updates require `admin_token` or `admin_endpoints.credentials`, on the public listener too. Off: no authentication. Unset: the
       * admin listener requires them or its socket, the public listener does not.
       */
      protected: z.boolean().optional(),
    })
    .prefault({});

const bytes = z.int().min(0).default(0);

/** Memory cache of found data. */
export const memory = z
  .strictObject({
    /** `lru` evicts unused entries beyond its limits; `unbounded` stores everything. */
    type: z.enum(['none', 'lru', 'unbounded']).default('none'),
    /** Lifetime; 0: until evicted. */
    ttl_seconds: z.int().min(0).default(0),
    /** Lifetimes are randomly shortened by up to this, so that entries do not expire together. */
    jitter_seconds: z.int().min(0).default(0),
    /** Seconds a missing id is not requested again; 0, the default with `variant: go`: requested every time. */
    negative_ttl_seconds: z.int().min(0).default(5),
    /** Seconds after expiry during which data is still served while its store fails. */
    stale_if_error_seconds: z.int().min(0).default(86_400),
    /** Max entries per kind; 0: only the byte limit applies. */
    cache_size: z.int().min(0).default(0),
    /** Max bytes of each kind without a limit of its own; 0: no limit. The next three: of one kind. */
    size_bytes: bytes,
    /** Max bytes of requests. */
    request_cache_size_bytes: bytes,
    /** Max bytes of imps. */
    imp_cache_size_bytes: bytes,
    /** Max bytes of responses. */
    resp_cache_size_bytes: bytes,
  })
  .prefault({});

export type MemoryOptions = z.infer<typeof memory>;
