/** Adds up rollups of several intervals and processes: counts exactly, durations by their histograms. */

const percentile = (histogram, share) => {
  let left = Math.ceil(share * histogram.reduce((sum, [, count]) => sum + count, 0));
  return histogram.find(([, count]) => {
    left -= count;
    return left <= 0;
  })?.[0];
};

/** Percentiles of all durations of the given histograms. */
function addDurations(histograms) {
  const counts = new Map();
  for (const [ms, count] of histograms.flat()) counts.set(ms, (counts.get(ms) ?? 0) + count);
  const all = [...counts].sort(([a], [b]) => a - b);
  return { p50: percentile(all, 0.5), p95: percentile(all, 0.95), p99: percentile(all, 0.99) };
}

/** Figures with one key. */
function addFigures(list) {
  const sum = {};
  for (const figures of list)
    for (const [name, value] of Object.entries(figures)) if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + value;
  return { ...sum, key: list[0].key, latency: addDurations(list.map(({ latency }) => latency.histogram)) };
}

/** Figures of all auctions. */
export const mergeTotals = (rollups) => addFigures(rollups.map(({ total }) => total));

/** Figures by key, the busiest first. */
export const mergeKeys = (lists) =>
  [...Map.groupBy(lists.flat(), ({ key }) => key).values()].map(addFigures).sort((a, b) => b.auctions - a.auctions || b.bids - a.bids);

/** Durations by state, in the order of the states. */
export const mergeStates = (rollups) =>
  [
    ...Map.groupBy(
      rollups.flatMap(({ states }) => states),
      ({ state }) => state,
    ),
  ].map(([state, list]) => ({
    state,
    count: list.reduce((sum, { count }) => sum + count, 0),
    ...addDurations(list.map(({ histogram }) => histogram)),
  }));
