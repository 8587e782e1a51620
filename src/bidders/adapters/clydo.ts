import { z } from 'zod';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { noValidImpressions } from '../kit/messages.ts';
import type { SharedImp } from '../kit/spec.ts';

const REGIONS = new Set(['us', 'usw', 'eu', 'apac']);

/** The message for an imp that cannot be decoded. */
function paramsMessage({ ext }: SharedImp, step: 'ext' | 'params'): string {
  if (step === 'ext') return ext === undefined || ext === null ? 'missing ext' : 'invalid ext';
  return ext?.bidder === undefined ? 'missing ext.bidder' : 'invalid ext.bidder';
}

const headersOf = (device: SharedRequest['device'], ip: 'ip or ipv6' | 'ipv6, ip') => ({
  'X-Openrtb-Version': '2.5',
  Accept: 'application/json',
  'Content-Type': 'application/json; charset=utf-8',
  ...deviceHeaders(device, { ip }),
});

const hasType = ({ banner, video, audio, native }: SharedImp): boolean => Boolean(banner || video || audio || native);

/** The error of the first imp without a type, or with the id of an earlier one. */
function impsError(imps: readonly SharedImp[], allowsRepeated: boolean): BidderError | undefined {
  const seen = new Set<string>();
  for (const imp of imps) {
    if (seen.has(imp.id) && !allowsRepeated) return badInput('Duplicate impression ID found');
    if (!hasType(imp)) return badInput('Failed to get media type');
    seen.add(imp.id);
  }
  return undefined;
}

export default defineBidder({
  code: 'clydo',
  endpoint: 'http://{{.Region}}.clydo.io/{{.PartnerId}}',
  maintainer: 'cto@clydo.io',
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  params: z.object({ partnerId: z.string().min(1), region: z.enum(['us', 'usw', 'eu', 'apac']).optional() }),

  before: ({ request }) => (request.device ? undefined : badInput('Failed to get device headers')),
  badParams: (_, imp, step) => badInput(paramsMessage(imp, step)),
  imp: ({ params: { partnerId } }) => (partnerId ? undefined : badInput('invalid partnerId')),
  fanout: perImp,
  macros: ({ params: { partnerId, region } }) => ({ PartnerId: partnerId, Region: region || 'us' }),
  headers: (_, { request: { device } }) => headersOf(device, 'ip or ipv6'),
  impIds: 'request',
  response: {
    check: (_, { request: { imp } }) => impsError(imp, false),
    mediaType: byImp({ order: ['audio', 'video', 'native', 'banner'], noImp: () => 'banner' }),
  },
  java: {
    before: undefined,
    badParams: (cause) => badInput(`Cannot deserialize ExtImpClydo: ${cause}`),
    imp: undefined,
    noImps: () => badInput(noValidImpressions),
    noImpsOnly: true,
    macros: ({ params: { partnerId, region = '' } }) => ({ PartnerId: partnerId, Region: REGIONS.has(region) ? region : 'us' }),
    headers: (_, { request: { device } }) => headersOf(device, 'ipv6, ip'),
    response: { check: (_, { request: { imp } }) => impsError(imp, true) },
  },
});
