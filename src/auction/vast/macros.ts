/** Macros of tracker addresses: `##PBS-BIDID##` and so on (events-cache-stored.md section 5). */
import { queryEscape } from '#src/wire/event-url.ts';
import type { BidRequest, DeepReadonly } from '#src/wire/ortb.ts';

/** Values by macro name, without the marks. */
export type MacroValues = { readonly [name: string]: string };

/** Longest value of a macro the request brings itself, in characters. */
const MOST_CUSTOM = 100;

/** The first `width` characters, never half of one. */
export function cutText(text: string, width: number): string {
  return text.length <= width ? text : [...text.slice(0, 2 * width)].slice(0, width).join('');
}

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What the request alone tells; macros of the bid and its ad are there, empty. */
export function requestMacros(request: DeepReadonly<Partial<BidRequest>>): MacroValues {
  const { app, site } = request;
  const srv = request.ext?.srv;
  const values: Record<string, string> = {};
  const custom = typeof srv?.macros === 'object' && srv.macros !== null ? srv.macros : {};
  for (const name of Object.keys(custom)) values[`PBS-MACRO-${name}`] = cutText(asText(custom[name]), MOST_CUSTOM);
  return {
    ...values,
    'PBS-BIDID': '',
    'PBS-APPBUNDLE': asText(app?.bundle),
    'PBS-DOMAIN': asText(site?.domain || app?.domain),
    'PBS-PUBDOMAIN': asText(site?.publisher?.domain || app?.publisher?.domain),
    'PBS-PAGEURL': asText(site?.page),
    'PBS-ACCOUNTID': asText(site?.publisher?.id || app?.publisher?.id),
    'PBS-LIMITADTRACKING': asText(request.device?.lmt),
    'PBS-GDPRCONSENT': asText(request.user?.consent),
    'PBS-BIDDER': '',
    'PBS-INTEGRATION': asText(srv?.integration),
    'PBS-VASTCRTID': '',
    'PBS-AUCTIONID': asText(request.id),
    'PBS-CHANNEL': asText(srv?.channel?.name),
    'PBS-EVENTTYPE': '',
    'PBS-VASTEVENT': '',
  };
}

/** One value; empty when the name is unknown. */
export const macroValue = (values: MacroValues, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');

const templates = new Map<string, readonly string[]>();
const MOST_TEMPLATES = 1000;

/** A template cut at its marks: text and macro names in turn, text first; kept, since they are accounts' settings. */
function cut(template: string): readonly string[] {
  let parts = templates.get(template);
  if (!parts) {
    parts = cutAtMarks(template);
    if (templates.size >= MOST_TEMPLATES) templates.clear();
    templates.set(template, parts);
  }
  return parts;
}

function cutAtMarks(template: string): readonly string[] {
  const parts = template.split('##');
  if (parts.length % 2 === 1) return parts;
  // The last mark has no partner: it stays text.
  const [before = '', after = ''] = parts.splice(-2);
  return [...parts, `${before}##${after}`];
}

/** The template with every macro's value, query-escaped, in its place; unknown macros become nothing. */
export function fillMacros(template: string, ...values: readonly MacroValues[]): string {
  const parts = cut(template);
  let made = parts[0] ?? '';
  for (let i = 1; i < parts.length; i += 2) {
    const name = parts[i] ?? '';
    const source = values.findLast((each) => Object.hasOwn(each, name));
    made += queryEscape(source?.[name] ?? '') + (parts[i + 1] ?? '');
  }
  return made;
}
