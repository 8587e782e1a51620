/** Topic `floors-rules`: values of a request for schema fields, and the rules they match. */
import { valuesOf } from '#src/auction/floors/dimensions.ts';
import { firstKey } from '#src/auction/floors/search.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type In = {
  op: string;
  keys: string[] | null;
  delimiter: string | null;
  request?: BidRequest | null;
  imp?: Imp | null;
  fields: string[] | null;
};

const FIELDS: Record<string, string> = {
  'device-type': 'deviceType',
  'ad-unit': 'adUnitCode',
  'gpt-slot': 'gptSlot',
  size: 'size',
  'media-type': 'mediaType',
  'site-domain': 'siteDomain',
  'publisher-domain': 'pubDomain',
  domain: 'domain',
};

export function run(row: Row): Record<string, unknown> {
  const { op, keys, delimiter, request, imp, fields } = row.in as In;
  if (op === 'combinations') {
    const values = (keys ?? []).map((key) => [key]);
    const rules: string[] = [];
    firstKey(values, delimiter ?? '', (rule) => rules.push(rule) === 0);
    return { rules };
  }
  const full: BidRequest = request ?? { id: '', imp: [] };
  const subject = { request: full, imp: imp ?? full.imp?.[0] ?? { id: '' }, dialect: dialects.go.floors };
  if (op === 'keys') return { keys: (fields ?? []).map((field) => valuesOf(field, subject)[0]) };
  return { value: valuesOf(FIELDS[op] ?? '', subject)[0] };
}
