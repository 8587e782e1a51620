/** What is measured and where it can be read. */
import { z } from 'zod';

export const metricsOptions = {
  metrics: z
    .object({
      prometheus: z
        .object({
          /** A listener of its own that answers with the metrics at any path; 0: only `/metrics` of the admin listener. */
          port: z.int().min(0).max(65535).default(0),
          /** Stands before every name, with an underscore. */
          namespace: z
            .string()
            .regex(/^[a-zA-Z0-9_]*$/)
            .default(''),
          /** Stands behind the namespace, with an underscore. */
          subsystem: z
            .string()
            .regex(/^[a-zA-Z0-9_]*$/)
            .default(''),
          /** ms a scrape may take before its connection is ended. */
          timeout_ms: z.int().min(1).default(10_000),
          /** The families also under the Java variant's names. */
          java_names: z.boolean().default(false),
        })
        .prefault({}),
      /** True: not recorded. */
      disabled_metrics: z
        .object({
          /** Checks of creatives, by account. */
          account_adapter_details: z.boolean().default(false),
          /** Requests with debug output, by account. */
          account_debug: z.boolean().default(true),
          /** Requests with stored responses, by account. */
          account_stored_responses: z.boolean().default(true),
          /** Connections to bidders. */
          adapter_connections_metrics: z.boolean().default(true),
          /** How long connections to bidders take to stand. */
          adapter_connections_dial_metrics: z.boolean().default(true),
          /** Calls that lost the id there was. */
          adapter_buyeruid_scrubbed: z.boolean().default(true),
          /** Calls not made for want of consent. */
          adapter_gdpr_request_blocked: z.boolean().default(false),
        })
        .prefault({}),
      /** How much is counted of accounts that do not say themselves (`metrics.verbosity_level`): nothing, requests and faulty creatives, or all there is. */
      accounts: z
        .object({
          /** Of accounts not named below. Default: requests, and what `disabled_metrics` leaves of the rest. */
          default_verbosity: z.enum(['none', 'basic', 'detailed']).optional(),
          /** Ids of accounts with `basic`. */
          basic_verbosity: z.array(z.string()).default([]),
          /** Ids of accounts with `detailed`. */
          detailed_verbosity: z.array(z.string()).default([]),
        })
        .prefault({}),
      /** Accounts with series of their own; further ones are counted together as `other`. */
      max_accounts: z.int().min(0).default(1000),
    })
    .prefault({}),
};
