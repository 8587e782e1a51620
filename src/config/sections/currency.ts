/** Source of the host's currency rates. */
import { z } from 'zod';

export const currencyOptions = {
  currency_converter: z
    .object({
      /** Returns `{"conversions": {"USD": {"EUR": 0.9}}}`; empty: no host rates. */
      fetch_url: z.string().default(''),
      /** A file of the same format, read before the first fetch and if there is no URL. */
      file: z.string().default(''),
      /** 0: fetched once. */
      fetch_interval_seconds: z.int().min(0).default(1800),
      /** Timeout of a fetch, ms. */
      fetch_timeout_ms: z.int().min(1).default(60000),
      /** Seconds after which rates expire; 0: never. */
      stale_rates_seconds: z.int().min(0).default(0),
      /** Rates of a service, as reported by the Java variant. */
      external_rates: z
        .object({
          /** Age (ms) at which rates are reported as stale in metrics; they stay in use; 0: never. */
          stale_after_ms: z.int().min(0).default(0),
        })
        .prefault({}),
      /** Use the host's rate before the request's. Default: by variant. */
      host_rates_first: z.boolean().optional(),
    })
    .prefault({}),
};
