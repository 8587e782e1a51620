/** TCF strings with any content, written bit by bit, including ones that no encoder would write. */
import fc from 'fast-check';
import { unicodeString } from './unicode-string.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Numbers and their widths, as unpadded base64url of complete bytes. */
export function writeBits(parts: readonly (readonly [value: number, width: number])[]): string {
  let bits = parts.map(([value, width]) => value.toString(2).padStart(width, '0').slice(-width)).join('');
  bits = bits.padEnd(Math.ceil(bits.length / 24) * 24, '0');
  return (bits.match(/.{6}/g) ?? []).map((sextet) => LETTERS[Number.parseInt(sextet, 2)]).join('');
}

type Bits = [value: number, width: number][];

/** Vendors 1 to `maxId`, as one bit each or as ranges. */
export interface VendorChoice {
  readonly maxId: number;
  readonly ids: readonly number[];
  readonly asRanges: boolean;
}

const isRangeBits = (first: number, last: number): Bits =>
  first === last
    ? [
        [0, 1],
        [first, 16],
      ]
    : [
        [1, 1],
        [first, 16],
        [last, 16],
      ];

function ranges(ids: readonly number[]): Bits {
  const runs: [number, number][] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else runs.push([id, id]);
  }
  return [[runs.length, 12], ...runs.flatMap(([first, last]) => isRangeBits(first, last))];
}

const vendorBits = ({ maxId, ids, asRanges }: VendorChoice): Bits => [
  [maxId, 16],
  [asRanges ? 1 : 0, 1],
  ...(asRanges ? ranges(ids) : Array.from({ length: maxId }, (_, i): [number, number] => [ids.includes(i + 1) ? 1 : 0, 1])),
];

export interface RestrictionChoice {
  readonly purpose: number;
  readonly type: number;
  readonly ids: readonly number[];
}

/** The content of a string. */
export interface Choices {
  readonly created: number;
  readonly cmpId: number;
  readonly listVersion: number;
  readonly policyVersion: number;
  readonly specialFeatures: number;
  readonly consents: number;
  readonly interests: number;
  readonly oneTreatment: number;
  readonly vendorConsents: VendorChoice;
  readonly vendorInterests: VendorChoice;
  readonly restrictions: readonly RestrictionChoice[];
}

export const writeTcf = (choices: Choices): string =>
  writeBits([
    [2, 6],
    [choices.created, 36],
    [choices.created, 36],
    [choices.cmpId, 12],
    [1, 12],
    [0, 6],
    [4 * 64 + 13, 12],
    [choices.listVersion, 12],
    [choices.policyVersion, 6],
    [0, 2],
    [choices.specialFeatures, 12],
    [choices.consents, 24],
    [choices.interests, 24],
    [choices.oneTreatment, 1],
    [4 * 64 + 4, 12],
    ...vendorBits(choices.vendorConsents),
    ...vendorBits(choices.vendorInterests),
    [choices.restrictions.length, 12],
    ...choices.restrictions.flatMap(({ purpose, type, ids }): Bits => [[purpose, 6], [type, 2], ...ranges(ids)]),
  ]);

const HIGHEST = 40;
const someIds = fc.uniqueArray(fc.integer({ min: 1, max: HIGHEST }), { maxLength: 12 }).map((ids) => ids.sort((a, b) => a - b));
const vendors = fc.record({ maxId: fc.constant(HIGHEST), ids: someIds, asRanges: fc.boolean() });
const bits = (width: number) => fc.integer({ min: 0, max: 2 ** width - 1 });

export const choices: fc.Arbitrary<Choices> = fc.record({
  created: fc.integer({ min: 15_000_000_000, max: 18_000_000_000 }),
  cmpId: fc.integer({ min: 2, max: 4095 }),
  listVersion: fc.integer({ min: 1, max: 4095 }),
  policyVersion: fc.integer({ min: 2, max: 5 }),
  specialFeatures: bits(12),
  consents: bits(24),
  interests: bits(24),
  oneTreatment: bits(1),
  vendorConsents: vendors,
  vendorInterests: vendors,
  restrictions: fc.uniqueArray(
    fc.record({
      purpose: fc.integer({ min: 1, max: 11 }),
      type: fc.integer({ min: 0, max: 2 }),
      ids: someIds.filter((ids) => ids.length > 0),
    }),
    { maxLength: 4, selector: ({ purpose, type }) => purpose * 4 + type },
  ),
});

/** Text that resembles a consent string, or not at all. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  unicodeString({ maxLength: 80 }),
  fc.array(fc.constantFrom(...LETTERS, '.', '~', '='), { maxLength: 400 }).map((letters) => letters.join('')),
  fc.tuple(choices, fc.nat(120), fc.constantFrom(...LETTERS, '.', '%')).map(([made, at, letter]) => {
    const text = writeTcf(made);
    return text.slice(0, at) + letter + text.slice(at + 1);
  }),
);
