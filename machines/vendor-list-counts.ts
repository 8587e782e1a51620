/** Figures of vendor lists that are not in memory. */
import type { VendorListSource } from '#src/feeds/vendor-list-source.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';

export interface VendorListCounts {
  /** A list was requested but not in memory. */
  readonly missing: Counter;
  /** The fallback replaced a list. */
  readonly fallback: Counter;
  /** The source with its fetches from the archive counted. */
  measured(source: VendorListSource): VendorListSource;
}

export function vendorListCounts(metrics: Metrics): VendorListCounts {
  const fetches = (success: string) => metrics.counter('gvl_fetch', 'Fetches of vendor lists from the archive.', { success });
  const [ok, failed] = [fetches('ok'), fetches('failed')];
  return {
    missing: metrics.counter('gvl_requests', 'Requests for vendor lists that were not in memory.'),
    fallback: metrics.counter('gvl_fallbacks', 'Requests for vendor lists that got the fallback.'),
    measured: (source) => ({
      ...source,
      async fetch(name) {
        try {
          const list = await source.fetch(name);
          ok.add();
          return list;
        } catch (cause) {
          failed.add();
          throw cause;
        }
      },
    }),
  };
}
