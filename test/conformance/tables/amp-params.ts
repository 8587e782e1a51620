/** The AMP query, its pieces, and the stored request under them. */
import { writeAdditionalConsent } from '#src/auction/amp/additional-consent.ts';
import { gdprOf } from '#src/auction/amp/consent.ts';
import { overrideRequest } from '#src/auction/amp/override.ts';
import { overridePublisher } from '#src/auction/amp/page.ts';
import { type AmpParams, readAmpParams } from '#src/auction/amp/params.ts';
import { type Read, readBoolean, readUnsigned } from '#src/auction/amp/scalars.ts';
import { parseMultisize } from '#src/auction/amp/sizes.ts';
import { ampRequestId } from '#src/auction/amp/stored.ts';
import { mergeTargeting } from '#src/auction/amp/targeting.ts';
import type { BidRequest, Site } from '#src/wire/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type Made = Record<string, unknown>;

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== 0 && value !== false && !(Array.isArray(value) && value.length === 0);

/** The record without what counts as absent: a group of which nothing is given goes, too. */
function given(record: object): Made {
  const kept: Made = {};
  for (const [name, value] of Object.entries(record)) {
    const member = typeof value === 'object' && value !== null && !Array.isArray(value) ? given(value) : value;
    if (isGiven(member) && !(typeof member === 'object' && member !== null && Object.keys(member).length === 0)) kept[name] = member;
  }
  return kept;
}

/** Texts in a row's place of an object are bytes that are not JSON. */
const rawTexts = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, member: unknown) => (member as { $raw?: string } | null)?.$raw ?? member);

const scalar = <T>(read: Read<T>): Made => ('error' in read ? { value: null, error: read.error } : { value: read.value, error: null });

function parse(query: string): Made {
  const read = readAmpParams(Object.fromEntries(new URLSearchParams(query)), dialects.go.amp);
  if ('error' in read) return { error: read.error };
  const { consentTypeText: _, ...params } = read.params;
  return { params: given(params) };
}

function empty(): AmpParams {
  const read = readAmpParams({}, dialects.go.amp);
  if ('error' in read) throw new Error(read.error);
  return read.params;
}

function override({ params, request }: { params: Partial<AmpParams>; request: BidRequest }): Made {
  const none = empty();
  const all = { ...none, ...params, size: { ...none.size, ...params.size } };
  const { warnings, fault } = overrideRequest(request, all, { gdprEnabled: true, adjustmentMs: 0 });
  return { request, errors: [...(fault === undefined ? [] : [fault]), ...warnings.map(({ text }) => text)] };
}

function publisherId({ request, account }: { request: { site?: Site; app?: Site }; account: string }): Made {
  const part = request.app ?? request.site ?? {};
  overridePublisher(part, account);
  return { id: part.publisher?.id ?? '' };
}

function additional({ request, consent }: { request: BidRequest; consent: string }): Made {
  const error = writeAdditionalConsent(request, consent);
  return { request, error };
}

function targeting({ request, targeting: text }: { request: BidRequest; targeting: string }): Made {
  const [imp] = request.imp;
  if (!imp) return {};
  const error = mergeTargeting(imp, text);
  return { impExt: imp.ext, error };
}

export function run(row: Row): Made {
  const input = rawTexts(row.in) as never;
  const { op, text, value } = row.in as { op: string; text: string; value: boolean | undefined };
  switch (op) {
    case 'parse':
      return parse(row.in['query'] as string);
    case 'multisize':
      return { formats: parseMultisize(row.in['ms'] as string) };
    case 'gdpr-applies':
      return { gdpr: gdprOf(value ?? undefined) };
    case 'integer':
      return scalar(readUnsigned(text));
    case 'boolean':
      return scalar(readBoolean(text));
    case 'override':
      return override(input);
    case 'publisher-id':
      return publisherId(input);
    case 'additional-consent':
      return additional(input);
    case 'targeting':
      return targeting(input);
    case 'request-id': {
      const { storedRequest, generateRequestId, random } = row.in as {
        storedRequest: { id?: string };
        generateRequestId: boolean;
        random: string;
      };
      return { id: ampRequestId(storedRequest.id ?? '', generateRequestId, () => random) };
    }
    default:
      return { error: `unknown operation ${op}` };
  }
}
