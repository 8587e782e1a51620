/** Mutations of inputs: of text, and of values in JSON. The same random numbers give the same mutations. */

export interface Material {
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
  /** Other inputs, to take parts from. */
  readonly others: readonly string[];
  readonly tokens: readonly string[];
  readonly maxLength: number;
}

export const below = ({ random }: Pick<Material, 'random'>, limit: number): number => Math.floor(random() * limit);
export const pick = <T>(material: Pick<Material, 'random'>, values: readonly T[]): T | undefined => values[below(material, values.length)];

/** Characters and parts that break readers of text. */
const ODD = [
  ...[
    '\0',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '"',
    "'",
    '\\',
    '%',
    '%zz',
    '%00',
    '&',
    '=',
    ';',
    ',',
    '.',
    '..',
    '/',
    ':',
    '~',
    '#',
    '##',
    '?',
    '@',
    '+',
    '-',
  ],
  ...['_', '{', '}', '[', ']', '<', '>', '|', '*', '$', '`', '\ud800', '\udfff', 'é', '€', '😀', '\u2028', '\ufeff', '\u007f', '\u00a0'],
];
const NUMBERS = [
  '0',
  '-1',
  '1',
  '2',
  '7',
  '255',
  '256',
  '65536',
  '2147483648',
  '9007199254740993',
  '1e308',
  '1e400',
  '-0',
  '0.1',
  '00',
  'NaN',
];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Max repetitions of a part: enough for a loop that goes back over what it has read. */
const MAX_REPEATS = 300;

type Change = (text: string, from: number, to: number, material: Material) => string;

const part = (text: string, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);

const CHANGES: readonly Change[] = [
  (text, from, to) => part(text, from, to, ''),
  (text, from, _, material) => part(text, from, from, pick(material, ODD) ?? ''),
  (text, from, _, material) => part(text, from, from + 1, pick(material, ODD) ?? ''),
  (text, from, _, material) => part(text, from, from + 1, LETTERS[below(material, LETTERS.length)] ?? ''),
  (text, from, _, material) => part(text, from, from, pick(material, material.tokens) ?? ''),
  (text, from, to, material) => part(text, from, to, pick(material, material.tokens) ?? ''),
  (text, from, to, material) =>
    part(text, from, from, text.slice(from, to).repeat(1 + below(material, material.random() < 0.9 ? 3 : MAX_REPEATS))),
  (text, from, to, material) => {
    const other = pick(material, material.others) ?? '';
    const start = below(material, other.length + 1);
    return part(text, from, to, other.slice(start, start + below(material, 40)));
  },
  (text, from, _, material) => text.slice(0, from) + (pick(material, material.others) ?? '').slice(from),
  (text, from, _, material) => {
    const found = /\d+/.exec(text.slice(from));
    if (!found) return text;
    return part(text, from + found.index, from + found.index + found[0].length, pick(material, NUMBERS) ?? '');
  },
  (text, from, to, material) => part(text, from, to, toOtherCase(text.slice(from, to), material)),
  (text, from, to, material) => {
    const place = below(material, text.length + 1);
    return part(text, place, place, text.slice(from, to));
  },
];

const toOtherCase = (text: string, { random }: Material): string => (random() < 0.5 ? text.toUpperCase() : text.toLowerCase());

/** The text with up to four changes, most of them small. */
export function mutateString(text: string, material: Material): string {
  let made = text;
  for (let changes = 1 + below(material, 4); changes > 0; changes--) {
    const from = below(material, made.length + 1);
    const width = material.random() < 0.7 ? 8 : made.length;
    const change = pick(material, CHANGES);
    if (change) made = change(made, from, Math.min(made.length, from + below(material, width + 1)), material);
  }
  return made.slice(0, material.maxLength);
}
