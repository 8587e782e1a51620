/** GPP strings (IAB Global Privacy Protocol): which sections there are and their texts; a section is read only when asked for. */
import { LRUCache } from 'lru-cache';
import { type Bits, toBits } from './bits.ts';
import { readUsSection, US_SECTION_IDS, type UsSection, usSectionName } from './gpp-us.ts';

/** Section ids with a meaning of their own here. */
export const SECTION = { tcfEu: 2, uspV1: 6, usNat: 7, usCa: 8, usVa: 9, usCo: 10, usUt: 11, usCt: 12 } as const;

/** Texts of sections by id; what every rule about GPP asks for. */
export interface GppSections {
  section(id: number): string | undefined;
}

/** No string, or one that cannot be used at all. */
export const noGpp: GppString = { ids: [], faults: [], section: () => undefined, us: () => undefined };

export interface GppString extends GppSections {
  readonly ids: readonly number[];
  /** What is wrong, first thing first; sections that can be read stay usable. */
  readonly faults: readonly string[];
  /** A US section's fields; undefined where there is none or it cannot be read. */
  us(id: number): UsSection | undefined;
}

const HEADER_TYPE = 3;
const FIRST_RANGE_BIT = 12;
/** Sections after Connecticut's that cannot be read are passed over in silence, as the Go variant does. */
const LAST_CHECKED = SECTION.usCt;
/** Offsets grow by Fibonacci numbers; codes beyond this many bits name no section that exists. */
const LONGEST_CODE = 40;
/** Some thirty sections are defined; a text with more than this is not read further. */
const MOST_SECTIONS = 256;

/** Runs of ids, first and last. */
type Runs = readonly (readonly [number, number])[];

class DecodedGpp implements GppString {
  readonly ids: readonly number[];
  readonly faults: string[] = [];
  readonly #texts: readonly string[];
  readonly #us = new Map<number, UsSection | string>();

  constructor(ids: readonly number[], texts: readonly string[]) {
    this.ids = ids;
    this.#texts = texts;
    for (const [i, id] of ids.entries()) {
      if (!US_SECTION_IDS.has(id) || this.#us.has(id)) continue;
      const section = readUsSection(id, texts[i] ?? '');
      this.#us.set(id, section);
      if (typeof section === 'string' && id <= LAST_CHECKED)
        this.faults.push(`error parsing ${usSectionName(id)} consent string: ${section}`);
    }
  }

  section(id: number): string | undefined {
    const at = this.ids.indexOf(id);
    return at < 0 ? undefined : this.#texts[at];
  }

  us(id: number): UsSection | undefined {
    const section = this.#us.get(id);
    return typeof section === 'object' ? section : undefined;
  }
}

const unusable = (fault: string): GppString => ({ ...noGpp, faults: [fault] });

/** Decodes a string without keeping it (texts of privacy.md section 12). */
export function decodeGpp(text: string): GppString {
  const [header = '', ...texts] = text.split('~', MOST_SECTIONS + 1);
  if (header.length < 4) return unusable('error parsing GPP header, should be at least 4 bytes long');
  const bits = toBits(header);
  if (!bits) return unusable('error parsing GPP header, illegal base64 data');
  if (bits.uint(0, 6) !== HEADER_TYPE) return unusable(`error parsing GPP header, header must have type=${HEADER_TYPE}`);
  const runs = readRuns(bits);
  if (typeof runs === 'string') return unusable(`error parsing GPP header, ${runs}`);
  const count = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (count !== texts.length) {
    return unusable(
      `error parsing GPP header, section IDs do not match the number of sections: found ${count} IDs, have ${texts.length} sections`,
    );
  }
  const ids = runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  return new DecodedGpp(ids, texts);
}

/** The header's id ranges: their number (12 bits), then a bit for "range" and Fibonacci codes of the distances. */
function readRuns(bits: Bits): Runs | string {
  const count = bits.uint(FIRST_RANGE_BIT, 12);
  if (FIRST_RANGE_BIT + 12 + count * 3 > bits.length) return `${count} id ranges lie past the end of the header`;
  const runs: [number, number][] = [];
  let at = FIRST_RANGE_BIT + 12;
  let last = 0;
  for (let i = 0; i < count; i++) {
    const isRange = bits.bit(at++);
    const start = readFibonacci(bits, at);
    if (!start) return `no section id at bit ${at}`;
    at += start.width;
    const first = last + start.value;
    last = first;
    if (isRange) {
      const length = readFibonacci(bits, at);
      if (!length) return `no section id at bit ${at}`;
      at += length.width;
      last = first + length.value;
    }
    runs.push([first, last]);
  }
  return runs;
}

/** A Fibonacci code (ends with two ones in a row); undefined where none ends in time. */
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

/** Characters of strings kept. */
const kept = new LRUCache<string, GppString>({ maxSize: 8_000_000, sizeCalculation: (_value, text) => text.length + 200 });

/** Decodes a string, or hands out what it decoded to before; an empty text is no string. */
export function readGpp(text: string): GppString {
  if (text === '') return noGpp;
  const known = kept.get(text);
  if (known) return known;
  const decoded = decodeGpp(text);
  kept.set(text, decoded);
  return decoded;
}

/** Whether a list of applicable sections (`gpp_sid`) names one. */
export const hasSid = (sids: readonly number[] | null | undefined, id: number): boolean => Array.isArray(sids) && sids.includes(id);
