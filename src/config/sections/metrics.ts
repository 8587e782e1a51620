/** Metrics: what is recorded, and where it is exposed. */
import { z } from 'zod';

export const metricsOptions = {
  metrics: z
    .object({
      prometheus: z
        .object({
          /** Port of a separate listener that serves the metrics at any path; 0: only `/metrics` of the admin listener. */
          port: z.int().min(0).max(65535).default(0),
          /** The option with the address of that listener. */
          address: z.enum(['admin_host', 'host']).default('admin_host'),
          /** Prefix of every name, followed by an underscore. */
          namespace: z
            .string()
            .regex(/^[a-zA-Z0-9_]*$/)
            .default(''),
          /** Second prefix after the namespace, followed by an underscore. */
          subsystem: z
            .string()
            .regex(/^[a-zA-Z0-9_]*$/)
            .default(''),
          /** Timeout of a scrape, ms. */
          timeout_ms: z.int().min(0).default(10_000),
          /**
           * OpenMetrics only (scrapers request it by `Accept`): counters end in `_total`. False: counters keep the names they have in
           * Prometheus text, so that dashboards work with both; their type is `unknown`.
           */
          total_suffix: z.boolean().default(false),
          /** With `java_names`: labels instead of names that include bidder and account. */
          custom_labels_enabled: z.boolean().default(false),
          /** Expose the families under the Java variant's names as well. */
          java_names: z.boolean().default(false),
        })
        .prefault({}),
      /** True: not recorded. */
      disabled_metrics: z
        .object({
          /** Creative checks, by account. */
          account_adapter_details: z.boolean().default(false),
          /** Requests with debug output, by account. */
          account_debug: z.boolean().default(true),
          /** Requests with stored responses, by account. */
          account_stored_responses: z.boolean().default(true),
          /** Connections to bidders. */
          adapter_connections_metrics: z.boolean().default(true),
          /** Connection establishment time of bidders. */
          adapter_connections_dial_metrics: z.boolean().default(true),
          /** Calls whose buyeruid was removed. */
          adapter_buyeruid_scrubbed: z.boolean().default(true),
          /** Calls blocked for lack of consent. */
          adapter_gdpr_request_blocked: z.boolean().default(false),
          /** Calls of modules, by account. */
          account_modules_metrics: z.boolean().default(false),
        })
        .prefault({}),
      /**
       * Detail of metrics for accounts without their own setting (`metrics.verbosity_level`): none, requests and invalid creatives, or
       * everything.
       */
      accounts: z
        .object({
          /** For accounts not named below. Default: requests, and the families that `disabled_metrics` leaves enabled. */
          default_verbosity: z.enum(['none', 'basic', 'detailed']).optional(),
          /** Ids of accounts with `basic`. */
          basic_verbosity: z.array(z.string()).default([]),
          /** Ids of accounts with `detailed`. */
          detailed_verbosity: z.array(z.string()).default([]),
        })
        .prefault({}),
      /** Rollups of all auctions as metrics, by account, bidder, media type and country, and the time in each state by account. */
      rollups: z
        .object({
          /** Record them. */
          enabled: z.boolean().default(false),
          /** Number of accounts, bidders and countries with series of their own: the busiest; all others count together as `other`. */
          top: z.int().min(1).max(1000).default(20),
          /** ms after which the busiest are chosen again; quantiles cover the last one to two of these intervals. */
          interval_ms: z.int().min(1000).default(60_000),
        })
        .prefault({}),
      /** Max accounts with series of their own; further ones are counted together as `other`. */
      max_accounts: z.int().min(0).default(1000),
    })
    .prefault({}),
};
