/** The most similar known name, if similar enough. @param max edits */
export function nearest(name: string, known: readonly string[], max: number = Math.max(2, Math.ceil(name.length / 3))): string | undefined {
  let best: string | undefined;
  let bestDistance = max + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** What an error message adds after an unknown name: the most similar known name, or nothing (''). */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
