import { downConsent, downEids, downFault, downGdpr, downRewarded, downSchain, downUsPrivacy } from '#src/wire/downgrades.ts';
import type { BidRequest, Imp } from '#src/wire/ortb.ts';
import { RELEASES, type Release, without } from '#src/wire/releases.ts';
import { upConsent, upEids, upGdpr, upRewarded, upSchain, upSchain24, upUsPrivacy } from '#src/wire/upgrades.ts';
import { downConvert, upConvert } from '#src/wire/versions.ts';
import type { Row } from '../suites/tables.ts';

const UP: { readonly [part: string]: (request: BidRequest) => void } = {
  schain24: upSchain24,
  schain: upSchain,
  gdpr: upGdpr,
  consent: upConsent,
  us_privacy: upUsPrivacy,
  eids: upEids,
};

const DOWN: { readonly [part: string]: (request: BidRequest) => BidRequest } = {
  schain: downSchain,
  gdpr: downGdpr,
  consent: downConsent,
  us_privacy: downUsPrivacy,
  eids: downEids,
};

/** Bytes that are no JSON stand in the request as text. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('$raw' in value) return value.$raw;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

function down(part: string, request: BidRequest): Record<string, unknown> {
  if (part.startsWith('clear-')) return { request: without(request, RELEASES[part.replace(/\D/g, '') as Release]) };
  const error = downFault(request);
  return error ? { error } : { request: part === '' ? downConvert(request, 'move') : DOWN[part]?.(request) };
}

function up(part: string, request: BidRequest): Record<string, unknown> {
  if (part === '') return { error: upConvert(request, false, false), request };
  UP[part]?.(request);
  return { request };
}

function rewarded(direction: string, imp: Imp): Record<string, unknown> {
  if (direction === 'down') {
    const error = downFault({ id: '', imp: [imp] });
    return error ? { error } : { imp: downRewarded(imp) };
  }
  upRewarded(imp);
  return { imp };
}

export function run(row: Row): Record<string, unknown> {
  const [direction = '', part = ''] = String(row.in['op']).split(':');
  if (part === 'rwdd') return rewarded(direction, plain(row.in['imp']) as Imp);
  const request = plain(row.in['request']) as BidRequest;
  return direction === 'down' ? down(part, request) : up(part, request);
}
