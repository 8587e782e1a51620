/** Mutations of the values in JSON: the result is JSON again, apart from one in eight whose text is mutated too. */
import { nestsDeeper } from '#src/json/nesting.ts';
import { below, type Material, mutateString, pick } from './mutate.ts';

type Container = { [name: string]: unknown };
interface Place {
  readonly container: Container;
  readonly name: string;
}

/** Deeper values are mutated as text: the functions below are recursive. */
const MAX_DEPTH = 300;

const parsed = (json: string): unknown => {
  try {
    const value: unknown = JSON.parse(json);
    return nestsDeeper(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
};

/** Every field and list item of a value. */
function placesOf(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places;
  const container = value as Container;
  for (const name of Object.keys(container)) {
    places.push({ container, name });
    placesOf(container[name], places);
  }
  return places;
}

const SIMPLE = [
  null,
  true,
  false,
  0,
  1,
  2,
  -1,
  0.5,
  300,
  1e308,
  2 ** 31,
  2 ** 53,
  '',
  '1',
  'true',
  '\ud800',
  '*',
  [],
  {},
  [null],
  [[]],
  [{}],
  { '': 0 },
];
const DANGEROUS = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":null}';

/** A value of another place or input, or a simple one. */
function otherValue(material: Material, places: readonly Place[]): unknown {
  const way = material.random();
  if (way < 0.5) return structuredClone(pick(material, SIMPLE));
  if (way < 0.6) return parsed(DANGEROUS);
  if (way < 0.75) return pick(material, material.tokens) ?? '';
  const from = way < 0.85 ? places : placesOf(parsed(pick(material, material.others) ?? ''));
  const place = pick(material, from);
  return place ? structuredClone(place.container[place.name]) : '';
}

function setField(container: Container, name: string, value: unknown): void {
  if (Array.isArray(container) && !/^\d{1,4}$/.test(name)) return;
  // An assignment to `__proto__` would change the prototype instead.
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
}

function mutateLeaf(value: unknown, material: Material): unknown {
  // Native requests and markup are JSON in a string.
  if (typeof value === 'string') return mutateJson(value, { ...material, others: [], maxLength: 2000 });
  if (typeof value === 'number') return pick(material, [-value, value + 1, value - 1, value * 1000, value / 7, String(value), [value]]);
  return typeof value === 'boolean' ? !value : [value];
}

function changePlace({ container, name }: Place, material: Material, places: readonly Place[]): void {
  const way = material.random();
  const value = container[name];
  if (way < 0.3) setField(container, name, otherValue(material, places));
  else if (way < 0.5)
    setField(container, name, typeof value === 'object' && value !== null ? otherValue(material, places) : mutateLeaf(value, material));
  else if (way < 0.65) addTo(container, material, places);
  else if (way < 0.8) delete container[name];
  else if (way < 0.9) setField(container, pick(material, material.tokens) ?? '', value);
  else setField(container, name, way < 0.95 ? [value] : { [pick(material, material.tokens) ?? 'x']: value });
}

/** Adds an item, or a field with a name from the tokens. */
function addTo(container: Container, material: Material, places: readonly Place[]): void {
  const value = otherValue(material, places);
  if (Array.isArray(container)) container.push(value);
  else setField(container, pick(material, material.tokens) ?? 'x', value);
}

/** JSON with up to six changed values. Text that is no JSON is mutated as text. */
export function mutateJson(json: string, material: Material): string {
  let value = parsed(json);
  if (typeof value !== 'object' || value === null || material.random() < 0.1) return mutateString(json, material);
  for (let changes = 1 + below(material, 6); changes > 0; changes--) {
    const places = placesOf(value);
    const place = pick(material, places);
    if (place) changePlace(place, material, places);
    else if (typeof value === 'object' && value !== null) addTo(value as Container, material, places);
    else value = {};
  }
  const made = material.random() < 0.03 ? deepened(JSON.stringify(value), material) : JSON.stringify(value);
  return made.length > material.maxLength ? json : made;
}

/** JSON with lists or objects nested deeply within one of its values: recursive functions fail for it, the parser does not. */
function deepened(json: string, material: Material): string {
  const depth = pick(material, [190, 250, 6000]) ?? 0;
  const [open, close] = material.random() < 0.5 ? ['[', ']'] : ['{"a":', '}'];
  const values = [...json.matchAll(/:(?:"\w*"|\d+|true|false|null)(?=[,}])/g)];
  const leaf = pick(material, values);
  const deep = open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth);
  return leaf ? `${json.slice(0, leaf.index + 1)}${deep}${json.slice(leaf.index + leaf[0].length)}` : deep;
}

/** The same for JSON in base64. */
export function mutateBase64(text: string, material: Material): string {
  if (material.random() < 0.1) return mutateString(text, material);
  const others = material.others.map((other) => Buffer.from(other, 'base64').toString());
  return Buffer.from(mutateJson(Buffer.from(text, 'base64').toString(), { ...material, others })).toString('base64url');
}
