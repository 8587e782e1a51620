/** Macros of tracker addresses: `##PBS-BIDID##` and so on. */
import { memo } from '#src/lang/memo.ts';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidRequest, DeepReadonly } from '#src/openrtb/ortb.ts';

/** Values by macro name, without the delimiters. */
export type MacroValues = { readonly [name: string]: string };

/** Max length of a custom macro value from the request, in characters. */
const MAX_CUSTOM = 100;

/** The first `width` characters, never splitting a surrogate pair. */
export function truncateWidth(text: string, width: number): string {
  return text.length <= width ? text : [...text.slice(0, 2 * width)].slice(0, width).join('');
}

const asString = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Values from the request; macros of the bid and its ad are present but empty. */
export function requestMacros(request: DeepReadonly<Partial<BidRequest>>): MacroValues {
  const { app, site } = request;
  const srv = request.ext?.srv;
  const values: Record<string, string> = {};
  const custom = typeof srv?.macros === 'object' && srv.macros !== null ? srv.macros : {};
  for (const name of Object.keys(custom)) values[`PBS-MACRO-${name}`] = truncateWidth(asString(custom[name]), MAX_CUSTOM);
  return {
    ...values,
    'PBS-BIDID': '',
    'PBS-APPBUNDLE': asString(app?.bundle),
    'PBS-DOMAIN': asString(site?.domain || app?.domain),
    'PBS-PUBDOMAIN': asString(site?.publisher?.domain || app?.publisher?.domain),
    'PBS-PAGEURL': asString(site?.page),
    'PBS-ACCOUNTID': asString(site?.publisher?.id || app?.publisher?.id),
    'PBS-LIMITADTRACKING': asString(request.device?.lmt),
    'PBS-GDPRCONSENT': asString(request.user?.consent),
    'PBS-BIDDER': '',
    'PBS-INTEGRATION': asString(srv?.integration),
    'PBS-VASTCRTID': '',
    'PBS-AUCTIONID': asString(request.id),
    'PBS-CHANNEL': asString(srv?.channel?.name),
    'PBS-EVENTTYPE': '',
    'PBS-VASTEVENT': '',
  };
}

/** A template split at its delimiters: text and macro names alternate, text first; cached because templates are account settings. */
const splitTemplate = memo((template: string): readonly string[] => {
  const parts = template.split('##');
  if (parts.length % 2 === 1) return parts;
  // The last delimiter has no partner: it remains text.
  const [before = '', after = ''] = parts.splice(-2);
  return [...parts, `${before}##${after}`];
});

/** The template with every macro replaced by its query-escaped value; unknown macros become empty. */
export function fillMacros(template: string, ...values: readonly MacroValues[]): string {
  const parts = splitTemplate(template);
  let made = parts[0] ?? '';
  for (let i = 1; i < parts.length; i += 2) {
    const name = parts[i] ?? '';
    const source = values.findLast((each) => Object.hasOwn(each, name));
    made += queryEscape(source?.[name] ?? '') + (parts[i + 1] ?? '');
  }
  return made;
}
