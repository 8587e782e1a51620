import type { Builder } from '../bidder.ts';
import { aborting, badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { compileTemplate, type Fill } from '../kit/macros.ts';
import { badBidderExt } from '../kit/messages.ts';
import type { Headers, RequestContext } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { goSpelling, impIdsOf, javaSpelling, params, toBody } from './invibes/request.ts';
import { readResponse } from './invibes/response.ts';

const fillOf = ({ endpoint }: Builder): Fill => compileTemplate(endpoint);
const badParams = 'Error parsing invibesExt parameters';
const noBanner = 'Banner not specified';
const noSite = 'Site not specified';

/** The host part of a domain; domains are numbered from 1001. */
function zoneOf(domain: number): string {
  if (domain === 0 || domain === 1 || domain === 1001) return 'bid';
  return `bid${domain < 1002 ? domain : domain - 1000}`;
}

const headersOf = ({ site, device }: RequestContext['request']): Headers => ({
  ...JSON_ACCEPT,
  Aver: 'prebid_1.0.0',
  'User-Agent': device && (device.ua ?? ''),
  'X-Forwarded-For': device?.ip || device?.ipv6 || undefined,
  Referer: site?.page ?? '',
});

export default defineBidder({
  code: 'invibes',
  endpoint: 'https://{{.ZoneID}}.videostep.com/bid/ServerBidAdContent',
  maintainer: 'system_operations@invibes.com',
  vendorId: 436,
  capabilities: { site: ['banner'] },
  compression: 'gzip',
  params,

  setup: fillOf,
  badParams: (_, __, step) => badInput(step === 'ext' ? badBidderExt : badParams),
  imp: ({ imp }) => (imp.banner ? undefined : badInput(noBanner)),
  reportImpErrors: 'without-calls',
  fanout: (imps, { request }) => (request.site ? [imps] : aborting(badInput(noSite))),
  uri: (imps, { setup: fill }) => fill({ ZoneID: zoneOf(imps.at(-1)?.params.domainId ?? 0) }),
  headers: (_, { request }) => headersOf(request),
  emptyHeaders: 'send',
  body: (imps, context) => toBody(imps, context, goSpelling),
  impIds: impIdsOf,
  status: statusPolicy({ other: 'Unexpected status code: %d.', badInput: [], otherError: generic, noContent: 'as-other' }),
  parse: (context) => readResponse(context, ({ dealPriority = 0 }) => ({ dealPriority })),
  java: {
    before: ({ request }) => (request.site ? undefined : badInput(noSite)),
    badParams: (_, { id }) => badInput(`${badParams} in impression with id: ${id}`),
    imp: ({ imp }) => (imp.banner ? undefined : badInput(`${noBanner} in impression with id: ${imp.id}`)),
    reportImpErrors: 'always',
    headers: (_, { request }) => ({
      ...headersOf(request),
      'User-Agent': undefined,
      'X-Forwarded-For': [request.device?.ip, request.device?.ipv6].filter(Boolean),
    }),
    body: (imps, context) => toBody(imps, context, javaSpelling),
    parse: (context) => readResponse(context, () => ({})),
  },
});
