/** Where the host's currency rates come from. */
import { z } from 'zod';

export const currencyOptions = {
  currency_converter: z
    .object({
      /** Answers `{"conversions": {"USD": {"EUR": 0.9}}}`; empty: no host rates. */
      fetch_url: z.string().default(''),
      /** A file of the same form, read before the first fetch and whenever there is no URL. */
      file: z.string().default(''),
      /** 0: fetched once. */
      fetch_interval_seconds: z.int().min(0).default(1800),
      /** ms a fetch may take. */
      fetch_timeout_ms: z.int().min(1).default(60000),
      /** Rates older than this are not used any more; 0: they never get too old. */
      stale_rates_seconds: z.int().min(0).default(0),
      /** Take the host's rate before the request's (decisions row 11). Default: by variant. */
      host_rates_first: z.boolean().optional(),
    })
    .prefault({}),
};
