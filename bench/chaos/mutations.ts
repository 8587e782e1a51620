/** Mutated requests, the same for the same seed. */

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 2 ** 53, '', '\ud800', '\u0000', '../..', '{{UUID}}', '%', [], {}, [[[]]], [null], { toString: null }],
  JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'),
  'x'.repeat(20_000),
];

type Container = { [name: string]: unknown };

/** Objects and lists of a value, each with its field names. */
function containersOf(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  const container = value as Container;
  return [container, ...Object.values(container).flatMap(containersOf)];
}

/** A copy of `request` with some values replaced, removed, moved or repeated; sometimes its JSON is damaged too. */
export function mutated(request: unknown, random: () => number): string {
  const copy: unknown = structuredClone(request);
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  for (let i = 0; i <= random() * 4; i++) {
    const container = pick(containersOf(copy));
    const name = container && pick(Object.keys(container));
    if (!container || name === undefined) continue;
    const way = random();
    if (way < 0.6) container[name] = pick(VALUES);
    else if (way < 0.8) delete container[name];
    else container[name] = pick(containersOf(structuredClone(copy)));
  }
  const json = JSON.stringify(copy);
  const at = Math.floor(random() * json.length);
  return random() < 0.9 ? json : json.slice(0, at) + pick(['', '\0', '"', '}', '\\', ',,']) + json.slice(at + 1);
}
