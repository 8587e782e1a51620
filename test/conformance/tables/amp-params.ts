/** The AMP query, its parts, and the stored request below them. */

import { writeAdditionalConsent } from '#src/auction/endpoints/amp/additional-consent.ts';
import type { AmpParams } from '#src/auction/endpoints/amp/amp-params.ts';
import { gdprOf } from '#src/auction/endpoints/amp/consent.ts';
import { readAmpQuery } from '#src/auction/endpoints/amp/ingest.ts';
import { overrideRequest } from '#src/auction/endpoints/amp/override.ts';
import { overridePublisher } from '#src/auction/endpoints/amp/page.ts';
import { readAmpParams } from '#src/auction/endpoints/amp/params.ts';
import { readBoolean, readUnsigned } from '#src/auction/endpoints/amp/scalars.ts';
import { parseMultisize } from '#src/auction/endpoints/amp/sizes.ts';
import { ampRequestId } from '#src/auction/endpoints/amp/stored.ts';
import { mergeTargeting } from '#src/auction/endpoints/amp/targeting.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidRequest, Site } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type Made = Record<string, unknown>;

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== 0 && value !== false && !(Array.isArray(value) && value.length === 0);

/** The record without values that count as absent, including groups that become empty. */
function given(record: object): Made {
  const kept: Made = {};
  for (const [name, value] of Object.entries(record)) {
    const field = typeof value === 'object' && value !== null && !Array.isArray(value) ? given(value) : value;
    if (isGiven(field) && !(typeof field === 'object' && field !== null && Object.keys(field).length === 0)) kept[name] = field;
  }
  return kept;
}

const scalar = <T>(read: Result<T>): Made => ('error' in read ? { value: null, error: read.error } : { value: read.value, error: null });

/** The first value of each parameter. */
const queryOf = (text: string): Record<string, string> => Object.fromEntries([...new URLSearchParams(text)].reverse());

function parse(query: string): Made {
  const read = readAmpQuery(queryOf(query), dialects.go.amp);
  // Decisions row 26: messages of the specification end in a dot.
  if ('error' in read) return { error: read.error.replace(/\.$/, '') };
  const { rawConsentType: _, ...params } = read.value;
  return { params: given(params) };
}

function empty(): AmpParams {
  const read = readAmpParams({}, dialects.go.amp);
  if ('error' in read) throw new Error(read.error);
  return read.value;
}

/** A request with a list of imps; none is an empty one. */
const withImps = (request: BidRequest | null): BidRequest => ({ id: '', ...request, imp: request?.imp ?? [] });

function override({ params, request: given }: { params: Partial<AmpParams> | null; request: BidRequest | null }): Made {
  const none = empty();
  const all = { ...none, ...params, size: { ...none.size, ...params?.size } };
  const request = withImps(given);
  const { warnings, error } = overrideRequest(request, all, { gdprEnabled: true, adjustmentMs: 0 });
  return { request, errors: [...(error === undefined ? [] : [error]), ...warnings.map(({ message }) => message)] };
}

function publisherId({ request, account }: { request: { site?: Site; app?: Site } | null; account: string | null }): Made {
  const part = request?.app ?? request?.site ?? {};
  overridePublisher(part, account ?? '');
  return { id: part.publisher?.id ?? '' };
}

/** Our types exclude a missing request, an error of the recorded step. */
function additional({ request, consent: given }: { request: BidRequest | null; consent: string | null }): Made {
  const consent = given ?? '';
  const error = request ? writeAdditionalConsent(request, consent) : consent !== '';
  return { request, error };
}

function targeting({ request, targeting: text }: { request: BidRequest | null; targeting: string | null }): Made {
  const [imp] = withImps(request).imp;
  if (!imp) return {};
  const error = mergeTargeting(imp, text ?? '');
  return { impExt: imp.ext, error };
}

export function run(row: Row): Made {
  const input = row.in as never;
  const { op, value } = row.in as { op: string; value: boolean | null | undefined };
  const text = (name: string): string => String(row.in[name] ?? '');
  switch (op) {
    case 'parse':
      return parse(text('query'));
    case 'multisize':
      return { formats: parseMultisize(text('ms')) };
    case 'gdpr-applies':
      return { gdpr: gdprOf(value ?? undefined) };
    case 'integer':
      return scalar(readUnsigned(text('text')));
    case 'boolean':
      return scalar(readBoolean(text('text')));
    case 'override':
      return override(input);
    case 'publisher-id':
      return publisherId(input);
    case 'additional-consent':
      return additional(input);
    case 'targeting':
      return targeting(input);
    case 'request-id': {
      const { storedRequest, generateRequestId } = row.in as { storedRequest: { id?: string } | null; generateRequestId: boolean };
      return { id: ampRequestId(storedRequest?.id ?? '', generateRequestId, () => text('random')) };
    }
    default:
      return { error: `unknown operation ${op}` };
  }
}
