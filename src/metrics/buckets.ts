/** Buckets of histograms (info-admin-analytics.md 10). */
export const BUCKETS = {
  requestSeconds: [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1],
  cacheSeconds: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1],
  /** Thousandths of the auction's currency. */
  price: [250, 500, 750, 1000, 1500, 2000, 2500, 3000, 3500, 4000],
  queueSeconds: [0, 1, 5, 30, 60, 120, 180, 240, 300],
  overheadSeconds: [0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  requestBytes: [100, 500, 750, 1000, 2000, 4000, 7000, 10_000, 15_000, 20_000, 50_000, 75_000],
  dialSeconds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
} as const;
