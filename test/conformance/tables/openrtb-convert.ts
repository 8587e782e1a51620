import { downConsent, downEids, downError, downGdpr, downRewarded, downSchain, downUsPrivacy } from '#src/openrtb/downgrades.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { RELEASES, type Release, without } from '#src/openrtb/releases.ts';
import { upConsent, upEids, upGdpr, upRewarded, upSchain, upSchain24, upUsPrivacy } from '#src/openrtb/upgrades.ts';
import { downConvert, upConvert } from '#src/openrtb/versions.ts';
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

function down(part: string, request: BidRequest): Record<string, unknown> {
  if (part.startsWith('clear-')) return { request: without(request, RELEASES[part.replace(/\D/g, '') as Release]) };
  const error = downError(request);
  return error ? { error } : { request: part === '' ? downConvert(request, 'move') : DOWN[part]?.(request) };
}

function up(part: string, request: BidRequest): Record<string, unknown> {
  if (part === '') return { error: upConvert(request, false, false), request };
  UP[part]?.(request);
  return { request };
}

function rewarded(direction: string, imp: Imp): Record<string, unknown> {
  if (direction === 'down') {
    const error = downError({ id: '', imp: [imp] });
    return error ? { error } : { imp: downRewarded(imp) };
  }
  upRewarded(imp);
  return { imp };
}

export function run(row: Row): Record<string, unknown> {
  const [direction = '', part = ''] = String(row.in['op']).split(':');
  if (part === 'rwdd') return rewarded(direction, (row.in['imp'] ?? {}) as Imp);
  const request = (row.in['request'] ?? {}) as BidRequest;
  return direction === 'down' ? down(part, request) : up(part, request);
}
