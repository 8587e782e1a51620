/** Topic `vast-trackers`: configured trackers inserted into VAST, and the wrapper around an address. */
import { requestMacros } from '#src/vast/macros.ts';
import { injectTrackers } from '#src/vast/trackers.ts';
import { vastOf } from '#src/vast/wrapper.ts';
import { readXml } from '#src/vast/xml.ts';
import { compareRow, type Row } from '../suites/tables.ts';

type Lists = Record<string, string[]>;

export function run({ in: given }: Row, shared: Record<string, unknown>): Record<string, unknown> {
  const text = (name: string): string => String(given[name] ?? '');
  if (given['op'] === 'wrap') return { xml: vastOf({ adm: text('adm'), nurl: text('nurl') }) };
  const lists = shared['trackers'] as Lists & { trackingEvents: Lists };
  const trackers = {
    impression: lists['impressions'] ?? [],
    error: lists['errors'] ?? [],
    clicktracking: lists['videoClicks'] ?? [],
    nonlinearclicktracking: lists['nonLinearClickTracking'] ?? [],
    companionclickthrough: lists['companionClickThrough'] ?? [],
    tracking: new Map(Object.entries(lists.trackingEvents)),
  };
  const { id } = shared['bid'] as { id: string };
  const values = { ...requestMacros(shared['request'] as object), 'PBS-BIDID': id, 'PBS-BIDDER': String(shared['seat']) };
  return { ...injectTrackers(text('xml'), text('nurl'), trackers, values) };
}

/** XML by elements, attributes and text: CDATA, spaces in tags and namespace declarations are ignored. */
function plainXml(xml: unknown): unknown {
  if (typeof xml !== 'string') return xml;
  const tokens = readXml(xml);
  if ('error' in tokens) return xml;
  return tokens.value.map(({ kind, start, end }) => {
    const text = xml.slice(start, end);
    if (kind === 'cdata') return text.slice(9, -3);
    return kind === 'open' ? text.replace(/\s+(?:_?xmlns(?::\w+)?|_xmlns:\w+)="[^"]*"/g, '').replace(/\s+>/, '>') : text;
  });
}

export function compare(row: Row, made: Record<string, unknown>): string | undefined {
  const wanted = { ...row, out: { ...row.out, xml: plainXml(row.out['xml']) } };
  return compareRow(wanted, { ...made, xml: plainXml(made['xml']) });
}
