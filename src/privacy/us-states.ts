/** The first six US sections (7 to 12) in one layout, the national one, so that one set of rules applies to all. */
import { SECTION } from './gpp.ts';
import { CHILD, SENSITIVE, type UsSection } from './gpp-us.ts';

/** Fields of the national section; a field a state lacks is absent and matches nothing. */
export interface NationalFields {
  readonly [name: string]: number | undefined;
}

type Children = readonly [number, number];

/** National number of a kind of sensitive data → the state's; kinds not listed keep their number, or are absent. */
const CALIFORNIA: Readonly<Record<number, number>> = { 1: 4, 2: 4, 3: 8, 4: 9, 6: 6, 7: 7, 8: 3, 9: 1, 10: 2, 12: 5 };
const UTAH: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 5, 4: 3, 5: 4, 6: 6, 7: 7, 8: 8 };

const NONE: Children = [0, 0];
const DENIED: Children = [1, 1];

const child = (section: UsSection, number: number): number => section.fields[`${CHILD}${number}`] ?? 0;

function children(section: UsSection): Children {
  const [first, second, third] = [child(section, 1), child(section, 2), child(section, 3)];
  if (first === 0 && second === 0 && third === 0) return NONE;
  return section.id === SECTION.usCt && second === 2 && third === 2 ? [2, 1] : DENIED;
}

/** The section's fields in the national layout; the national section is unchanged. */
export function toNational(section: UsSection): NationalFields {
  if (section.id === SECTION.usNat) return section.fields;
  const fields: { [name: string]: number | undefined } = {};
  for (const name in section.fields) if (!name.startsWith(SENSITIVE) || name.includes('Notice')) fields[name] = section.fields[name];
  const map = section.id === SECTION.usCa ? CALIFORNIA : section.id === SECTION.usUt ? UTAH : undefined;
  for (let kind = 1; kind <= 16; kind++) {
    const number = map ? map[kind] : kind;
    const value = number === undefined ? undefined : section.fields[`${SENSITIVE}${number}`];
    if (value !== undefined) fields[`${SENSITIVE}${kind}`] = value;
  }
  const [first, second] = children(section);
  for (const name of Object.keys(fields)) if (name.startsWith(CHILD)) fields[name] = undefined;
  fields[`${CHILD}1`] = first;
  fields[`${CHILD}2`] = second;
  return fields;
}

/** California's section if the list names it and the string lacks it: treated as a child's data, so denied. */
export const missingCalifornia: NationalFields = { [`${CHILD}1`]: DENIED[0], [`${CHILD}2`]: DENIED[1] };
