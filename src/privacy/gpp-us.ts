/** The United States' sections of a GPP string: national and by state. Two bits per field, in each section's own order. */
import type { Result } from '#src/lang/result.ts';
import { toBits } from './bits.ts';

/** A field: its name in the specification; lists have a length. */
type Layout = readonly (readonly [name: string, length?: number])[];

/** One section. Values are the string's own: 0 does not apply, 1 yes (notice given, opted out), 2 no. */
export interface UsSection {
  readonly id: number;
  readonly version: number;
  /** Fields by name; list values under the name with 1, 2 … appended (`SensitiveDataProcessing8`). */
  readonly fields: { readonly [name: string]: number };
  readonly gpc: boolean;
  /** Whether the string contains the GPC segment. */
  readonly gpcIncluded: boolean;
}

const NOTICES = ['SaleOptOutNotice', 'TargetedAdvertisingOptOutNotice'] as const;
const OPT_OUTS = ['SaleOptOut', 'TargetedAdvertisingOptOut'] as const;
const MSPA = ['MspaCoveredTransaction', 'MspaOptOutOptionMode', 'MspaServiceProviderMode'] as const;
/** Fields with one number per kind of data, or of child. */
export const SENSITIVE = 'SensitiveDataProcessing';
export const CHILD = 'KnownChildSensitiveDataConsents';

const single = (...names: string[]): Layout => names.map((name) => [name] as const);

/** A state section of the common format. */
const state = (notice: string, sensitive: number, children: number, more: { notice?: string; additional?: boolean } = {}): Layout => [
  ...single(notice, ...NOTICES, ...(more.notice ? [more.notice] : []), ...OPT_OUTS),
  [SENSITIVE, sensitive],
  [CHILD, children],
  ...single(...(more.additional ? ['AdditionalDataProcessingConsent'] : []), ...MSPA),
];

/** A core segment that puts the MSPA fields first; sensitive data are in a segment of their own, or nowhere. */
const mspaFirst = (children: number): Layout => [
  ...single('MspaCoveredTransaction', 'MspaMode', 'ProcessingNotice', ...NOTICES, ...OPT_OUTS),
  ...(children > 0 ? [[CHILD, children] as const] : []),
  ...single('AdditionalDataProcessingConsent'),
];

const national = (sensitive: number, children: number): Layout => [
  ...single('SharingNotice', 'SaleOptOutNotice', 'SharingOptOutNotice', 'TargetedAdvertisingOptOutNotice'),
  ...single('SensitiveDataProcessingOptOutNotice', 'SensitiveDataLimitUseNotice'),
  ...single('SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut'),
  [SENSITIVE, sensitive],
  [CHILD, children],
  ...single('PersonalDataConsents', ...MSPA),
];

const california: Layout = [
  ...single('SaleOptOutNotice', 'SharingOptOutNotice', 'SensitiveDataLimitUseNotice', 'SaleOptOut', 'SharingOptOut'),
  [SENSITIVE, 9],
  [CHILD, 2],
  ...single('PersonalDataConsents', ...MSPA),
];

const later = { additional: true };
const SECTIONS: ReadonlyMap<number, { readonly name: string; readonly layout: Layout }> = new Map([
  [7, { name: 'uspnat', layout: national(16, 3) }],
  [8, { name: 'uspca', layout: california }],
  [9, { name: 'uspva', layout: state('SharingNotice', 8, 1) }],
  [10, { name: 'uspco', layout: state('SharingNotice', 7, 1) }],
  [11, { name: 'usput', layout: state('SharingNotice', 8, 1, { notice: 'SensitiveDataProcessingOptOutNotice' }) }],
  [12, { name: 'uspct', layout: state('SharingNotice', 8, 3) }],
  [13, { name: 'uspfl', layout: state('ProcessingNotice', 8, 3, later) }],
  [14, { name: 'uspmt', layout: state('SharingNotice', 8, 3, later) }],
  [15, { name: 'uspor', layout: state('ProcessingNotice', 11, 3, later) }],
  [16, { name: 'usptx', layout: state('ProcessingNotice', 8, 1, later) }],
  [17, { name: 'uspde', layout: state('ProcessingNotice', 9, 5, later) }],
  [18, { name: 'uspia', layout: state('ProcessingNotice', 8, 1, { notice: 'SensitiveDataOptOutNotice' }) }],
  [19, { name: 'uspne', layout: state('ProcessingNotice', 8, 1, later) }],
  [20, { name: 'uspnh', layout: state('ProcessingNotice', 8, 3, later) }],
  [21, { name: 'uspnj', layout: state('ProcessingNotice', 10, 5, later) }],
  [22, { name: 'usptn', layout: state('ProcessingNotice', 8, 1, later) }],
  [23, { name: 'uspmn', layout: state('ProcessingNotice', 8, 1, later) }],
  [24, { name: 'uspmd', layout: mspaFirst(0) }],
  [25, { name: 'uspin', layout: mspaFirst(1) }],
  [26, { name: 'uspky', layout: mspaFirst(1) }],
  [27, { name: 'uspri', layout: mspaFirst(1) }],
]);

/** Before version 2 the national section had fewer fields for sensitive data and children. */
const NATIONAL_V1 = national(12, 2);
const NATIONAL_ID = 7;
const GPC_SEGMENT = 1;
/** Sections from Maryland's on may start with a segment that states the section's id and version; few encoders write it. */
const FIRST_WITH_HEADER = 24;
/** Indiana, Kentucky, Rhode Island: the second segment lists consents for sensitive data; no segment has a type. */
const SENSITIVE_SEGMENT: ReadonlySet<number> = new Set([25, 26, 27]);
const SENSITIVE_KINDS = 8;

export const US_SECTION_IDS: ReadonlySet<number> = new Set(SECTIONS.keys());
/** The name of a section, for messages. */
export const usSectionName = (id: number): string => SECTIONS.get(id)?.name ?? `section ${id}`;

/** Decodes a section of one of `US_SECTION_IDS`; a malformed one is an error. */
export function readUsSection(id: number, text: string): Result<UsSection> {
  const segments = text.split('.', 5);
  const header = id >= FIRST_WITH_HEADER ? toBits(segments[0] ?? '') : undefined;
  const hasHeader = header?.uint(0, 6) === id;
  if (hasHeader) segments.shift();
  const [core = '', ...others] = segments;
  const bits = toBits(core);
  if (!bits) return { error: 'illegal base64 data' };
  const version = hasHeader ? header.uint(6, 6) : bits.uint(0, 6);
  const layout = id === NATIONAL_ID && version < 2 ? NATIONAL_V1 : SECTIONS.get(id)?.layout;
  if (!layout) return { error: 'unknown section' };
  const needed = layout.reduce((sum, [, length = 1]) => sum + length * 2, 6);
  if (bits.length < needed) return { error: `expected ${needed} bits, found ${bits.length}` };
  const fields: { [name: string]: number } = {};
  let at = 6;
  for (const [name, length] of layout) {
    for (let i = 1; i <= (length ?? 1); i++, at += 2) fields[length === undefined ? name : `${name}${i}`] = bits.uint(at, 2);
  }
  if (!SENSITIVE_SEGMENT.has(id)) return { value: { id, version, fields, ...readGpc(others) } };
  return { value: { id, version, fields: { ...fields, ...readSensitive(others[0]) }, gpc: false, gpcIncluded: false } };
}

/** The values of a segment of sensitive data; none if the segment is absent, malformed or too short. */
function readSensitive(segment: string | undefined): { readonly [name: string]: number } {
  const bits = segment ? toBits(segment) : undefined;
  if (!bits || bits.length < SENSITIVE_KINDS * 2) return {};
  return Object.fromEntries(Array.from({ length: SENSITIVE_KINDS }, (_, i) => [`${SENSITIVE}${i + 1}`, bits.uint(i * 2, 2)]));
}

function readGpc(segments: readonly string[]): { gpc: boolean; gpcIncluded: boolean } {
  for (const segment of segments) {
    const bits = toBits(segment);
    if (bits && bits.length >= 3 && bits.uint(0, 2) === GPC_SEGMENT) return { gpc: bits.bit(2), gpcIncluded: true };
  }
  return { gpc: false, gpcIncluded: false };
}
