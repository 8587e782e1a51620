/** Admin listener and endpoints. */
import { z } from 'zod';
import { hostName } from './host-name.ts';

const endpoint = (path: string) =>
  z
    .strictObject({
      /** Serve the endpoint. */
      enabled: z.boolean().default(true),
      /** Additional path; the default path remains. */
      path: z.string().startsWith('/').default(path),
      /** Serve it on the public listener as well. */
      on_application_port: z.boolean().default(false),
      /** Require authentication. */
      protected: z.boolean().default(true),
    })
    .prefault({});

/** Name of each endpoint and its default path. */
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
      /** Open the admin listener. */
      enabled: z.boolean().default(true),
    })
    .prefault({}),
  /** Address and port of the admin listener: metrics, console, taps, invalidation of stored data. */
  admin_host: hostName().default('127.0.0.1'),
  /** Path of a socket file on which the admin listener opens instead of address and port; its callers need no token. Empty: none. */
  admin_socket: z.string().default(''),
  /** 0 = ephemeral port. */
  admin_port: z.int().min(0).max(65535).default(6060),
  /** Bearer token for admin requests; it, or credentials, are required unless the admin listener binds to loopback. */
  admin_token: z.string().default(''),
  admin_endpoints: z
    .strictObject({
      /** Passwords by user name, for HTTP basic authentication instead of the token. */
      credentials: z.record(z.string().min(1), z.union([z.string().min(1), z.number()]).transform(String)).default({}),
      /** Version of the server. */
      version: endpoint(ADMIN_PATHS.version),
      /** Currency rates in use. */
      currency_rates: endpoint(ADMIN_PATHS.currency_rates),
      /** Removes an account from the caches. */
      cache_invalidation: endpoint(ADMIN_PATHS.cache_invalidation),
      /** Logs requests with their responses. */
      logging_httpinteraction: endpoint(ADMIN_PATHS.logging_httpinteraction),
      /** Temporarily changes the log level. */
      logging_changelevel: endpoint(ADMIN_PATHS.logging_changelevel),
      /** Logs auctions of an account or with a bidder. */
      tracelog: endpoint(ADMIN_PATHS.tracelog),
      /** Metrics as a flat list. */
      collected_metrics: endpoint(ADMIN_PATHS.collected_metrics),
    })
    .prefault({}),
};
