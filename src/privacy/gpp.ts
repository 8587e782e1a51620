/** GPP strings (IAB Global Privacy Protocol): the sections present and their strings; a section is decoded on demand. */
import { LRUCache } from 'lru-cache';
import type { Result } from '#src/lang/result.ts';
import { type Bits, toBits } from './bits.ts';
import { readUsSection, US_SECTION_IDS, type UsSection, usSectionName } from './gpp-us.ts';

/** Section ids with special handling here. */
export const SECTION = { tcfEu: 2, uspV1: 6, usNat: 7, usCa: 8, usVa: 9, usCo: 10, usUt: 11, usCt: 12 } as const;

/** Section strings by id, as every GPP rule needs them. */
export interface GppSections {
  section(id: number): string | undefined;
}

/** No string, or an unusable one. */
export const noGpp: GppString = { ids: [], errors: [], section: () => undefined, us: () => undefined };

export interface GppString extends GppSections {
  readonly ids: readonly number[];
  /** Errors in order of occurrence; decodable sections stay usable. */
  readonly errors: readonly string[];
  /** A US section's fields; undefined if absent or malformed. */
  us(id: number): UsSection | undefined;
}

const HEADER_TYPE = 3;
const FIRST_RANGE_BIT = 12;
/** Malformed sections after Connecticut's are ignored silently, as in the Go variant. */
const LAST_CHECKED = SECTION.usCt;
/** Offsets grow by Fibonacci numbers; longer codes name no existing section. */
const LONGEST_CODE = 40;
/** About thirty sections are defined; decoding stops after this many. */
const MAX_SECTIONS = 256;

/** Ranges of ids, first and last. */
type Runs = readonly (readonly [number, number])[];

class DecodedGpp implements GppString {
  readonly ids: readonly number[];
  readonly errors: string[] = [];
  readonly #sections: readonly string[];
  readonly #us = new Map<number, Result<UsSection>>();

  constructor(ids: readonly number[], sections: readonly string[]) {
    this.ids = ids;
    this.#sections = sections;
    for (const [i, id] of ids.entries()) {
      if (!US_SECTION_IDS.has(id) || this.#us.has(id)) continue;
      const section = readUsSection(id, sections[i] ?? '');
      this.#us.set(id, section);
      if ('error' in section && id <= LAST_CHECKED) this.errors.push(`error parsing ${usSectionName(id)} consent string: ${section.error}`);
    }
  }

  section(id: number): string | undefined {
    const at = this.ids.indexOf(id);
    return at < 0 ? undefined : this.#sections[at];
  }

  us(id: number): UsSection | undefined {
    const section = this.#us.get(id);
    return section && 'value' in section ? section.value : undefined;
  }
}

const unusable = (error: string): GppString => ({ ...noGpp, errors: [error] });

/** Decodes a string without caching the result. */
export function decodeGpp(text: string): GppString {
  const [header = '', ...sections] = text.split('~', MAX_SECTIONS + 1);
  if (header.length < 4) return unusable('error parsing GPP header, should be at least 4 bytes long');
  const bits = toBits(header);
  if (!bits) return unusable('error parsing GPP header, illegal base64 data');
  if (bits.uint(0, 6) !== HEADER_TYPE) return unusable(`error parsing GPP header, header must have type=${HEADER_TYPE}`);
  const runs = readRuns(bits);
  if ('error' in runs) return unusable(`error parsing GPP header, ${runs.error}`);
  const count = runs.value.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (count !== sections.length) {
    return unusable(
      `error parsing GPP header, section IDs do not match the number of sections: found ${count} IDs, have ${sections.length} sections`,
    );
  }
  const ids = runs.value.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  return new DecodedGpp(ids, sections);
}

/** The header's id ranges: their number (12 bits), then a range bit and Fibonacci codes of the distances. */
function readRuns(bits: Bits): Result<Runs> {
  const count = bits.uint(FIRST_RANGE_BIT, 12);
  if (FIRST_RANGE_BIT + 12 + count * 3 > bits.length) return { error: `${count} id ranges lie past the end of the header` };
  const runs: [number, number][] = [];
  let at = FIRST_RANGE_BIT + 12;
  let last = 0;
  for (let i = 0; i < count; i++) {
    const isRange = bits.bit(at++);
    const start = readFibonacci(bits, at);
    if (!start) return { error: `no section id at bit ${at}` };
    at += start.width;
    const first = last + start.value;
    last = first;
    if (isRange) {
      const length = readFibonacci(bits, at);
      if (!length) return { error: `no section id at bit ${at}` };
      at += length.width;
      last = first + length.value;
    }
    runs.push([first, last]);
  }
  return { value: runs };
}

/** A Fibonacci code (ends with two consecutive ones); undefined if none ends within the limit. */
function readFibonacci(bits: Bits, offset: number): { value: number; width: number } | undefined {
  let [small, large] = [1, 2];
  let value = 0;
  let previous = false;
  for (let width = 1; width <= LONGEST_CODE && offset + width <= bits.length; width++) {
    const bit = bits.bit(offset + width - 1);
    if (bit && previous) return { value, width };
    if (bit) value += small;
    [small, large] = [large, small + large];
    previous = bit;
  }
  return undefined;
}

/** Max total characters of cached strings. */
const cached = new LRUCache<string, GppString>({ maxSize: 8_000_000, sizeCalculation: (_value, text) => text.length + 200 });

/** Decodes a string, with a cache; an empty string counts as absent. */
export function readGpp(text: string): GppString {
  if (text === '') return noGpp;
  const known = cached.get(text);
  if (known) return known;
  const decoded = decodeGpp(text);
  cached.set(text, decoded);
  return decoded;
}

/** Whether a list of applicable sections (`gpp_sid`) names one. */
export const hasSid = (sids: readonly number[] | null | undefined, id: number): boolean => Array.isArray(sids) && sids.includes(id);
