import type { BidderError } from '../bidder.ts';
import { badInput, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { badBidderExt } from '../kit/messages.ts';
import type { ImpWithParams, RequestContext, SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { type FloorRule, javaFloor, sentFloor } from './missena/floor.ts';
import { headersOf, params, readParams, toBody, toJavaBody } from './missena/request.ts';
import { readResponse } from './missena/response.ts';

const badParams = badInput('Error parsing missenaExt parameters');

/** Only the first imp that can be sent is: those after it are not even read. */
function skipAfterFirst(index: number, { request, info }: RequestContext, floorOf: FloorRule): 'skip' | undefined {
  const isSendable = (imp: SharedImp): boolean => 'value' in paramsIn(imp, readParams) && !isError(floorOf(imp, request, info));
  return request.imp.slice(0, index).some(isSendable) ? 'skip' : undefined;
}

function floorError({ imp }: ImpWithParams<unknown>, { request, info }: RequestContext, floorOf: FloorRule): BidderError | undefined {
  const floor = floorOf(imp, request, info);
  return isError(floor) ? floor : undefined;
}

export default defineBidder({
  code: 'missena',
  endpoint: 'https://bid.missena.io/?t={{.PublisherID}}',
  maintainer: 'prebid@missena.com',
  vendorId: 687,
  capabilities: { app: ['banner'], site: ['banner'] },
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://sync.missena.io/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params,

  checkImp: (_, context, index) => skipAfterFirst(index, context, sentFloor),
  badParams: (cause, { ext }, step) =>
    step === 'ext' ? badInput(`${badBidderExt}: ${cause}, input: ${ext === undefined ? '' : JSON.stringify(ext)}`) : badParams,
  imp: (item, context) => floorError(item, context, sentFloor),
  macros: ({ params: own }) => ({ PublisherID: own.apiKey }),
  escapeMacros: 'path',
  headers: (_, { request }) => headersOf(request, (host) => host),
  emptyHeaders: 'send',
  body: ([first], context) => first && toBody(first, context),
  status: status.s3,
  parse: readResponse,
  java: {
    compression: 'gzip',
    checkImp: (_, context, index) => skipAfterFirst(index, context, javaFloor),
    badParams: () => badParams,
    imp: (item, context) => floorError(item, context, javaFloor),
    headers: (_, { request }) => headersOf(request, (host) => host.replace(/:\d*$/, '')),
    body: ([first], context) => first && toJavaBody(first, context),
  },
});
