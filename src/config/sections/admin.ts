/** Who may use the admin listener, and where the endpoints stand that hosts of the Java variant know as admin endpoints. */
import { z } from 'zod';

const endpoint = (path: string) =>
  z
    .strictObject({
      /** Off: the endpoint is not there. */
      enabled: z.boolean().default(true),
      /** Another path than the usual one, which stays. */
      path: z.string().startsWith('/').default(path),
      /** On the public listener as well. */
      on_application_port: z.boolean().default(false),
      /** Off: for anybody who can reach it. */
      protected: z.boolean().default(true),
    })
    .prefault({});

/** Name of each endpoint and its usual path. */
export const ADMIN_PATHS = {
  version: '/version',
  currency_rates: '/currency/rates',
  cache_invalidation: '/cache/invalidate',
  logging_httpinteraction: '/logging/httpinteraction',
  logging_changelevel: '/logging/changelevel',
  tracelog: '/pbs-admin/tracelog',
  collected_metrics: '/collected-metrics',
} as const;

export const adminOptions = {
  admin: z
    .object({
      /** Off: there is no admin listener. */
      enabled: z.boolean().default(true),
    })
    .prefault({}),
  /** Address and port of the admin listener: metrics, console, taps, invalidation of stored data. */
  admin_host: z.string().default('127.0.0.1'),
  /** 0: any free one. */
  admin_port: z.int().min(0).max(65535).default(6060),
  /** Bearer token of every admin call; it, or credentials, are needed when the admin listener is not on loopback. */
  admin_token: z.string().default(''),
  admin_endpoints: z
    .strictObject({
      /** Password by user name: who says one of them by HTTP basic authentication needs no token. */
      credentials: z.record(z.string().min(1), z.union([z.string().min(1), z.number()]).transform(String)).default({}),
      /** Which version runs. */
      version: endpoint(ADMIN_PATHS.version),
      /** What is known of rates. */
      currency_rates: endpoint(ADMIN_PATHS.currency_rates),
      /** Forgets an account. */
      cache_invalidation: endpoint(ADMIN_PATHS.cache_invalidation),
      /** Logs requests with their answers. */
      logging_httpinteraction: endpoint(ADMIN_PATHS.logging_httpinteraction),
      /** Changes the log's level for a while. */
      logging_changelevel: endpoint(ADMIN_PATHS.logging_changelevel),
      /** Logs auctions of an account or with a bidder. */
      tracelog: endpoint(ADMIN_PATHS.tracelog),
      /** Metrics as one list. */
      collected_metrics: endpoint(ADMIN_PATHS.collected_metrics),
    })
    .prefault({}),
};
