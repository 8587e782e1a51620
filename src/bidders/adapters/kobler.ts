import { z } from 'zod';
import type { BidderError, Builder, SharedRequest } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { extOf, paramsIn } from '../kit/imp-params.ts';
import { byExtType } from '../kit/media-type.ts';
import { badBidderExt } from '../kit/messages.ts';
import { floorIn } from '../kit/money.ts';
import { without } from '../kit/objects.ts';
import { readerOf, readJson } from '../kit/reader.ts';
import type { RequestPatch, SharedImp } from '../kit/spec.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

const TEST_ENDPOINT = 'https://bid-service.dev.essrtb.com/bid/prebid_server_rtb_call';

const readParams = readerOf(z.object({ test: z.boolean() }));
const testOf = (imp: SharedImp | undefined) => (imp ? paramsIn(imp, readParams) : { value: {} });

/** The error of a first imp that cannot be decoded. It is reported only if the floor of a later imp ends the request. */
function firstImpError(first: SharedImp | undefined): BidderError | undefined {
  if ('value' in testOf(first)) return undefined;
  return badInput('value' in extOf(first) ? 'Error parsing impExt object' : badBidderExt);
}

const readExtraInfo = readerOf(z.object({ dev_endpoint: z.string() }));

/** The endpoint for tests that a host of the Java variant configures. */
function testEndpoint({ extraInfo }: Builder): string {
  const found = readJson(extraInfo, readExtraInfo);
  return ('value' in found && found.value.dev_endpoint) || TEST_ENDPOINT;
}

/** The request without data of the user, in dollars too. */
const requestPatch = ({ device, cur = [] }: SharedRequest): RequestPatch => ({
  user: undefined,
  ...(device && { device: without(device, 'ip', 'ipv6') }),
  cur: cur.includes('USD') ? cur : [...cur, 'USD'],
});

export default defineBidder({
  code: 'kobler',
  endpoint: 'https://bid.essrtb.com/bid/prebid_server_rtb_call',
  maintainer: 'bidding-support@kobler.no',
  capabilities: { app: ['banner'], site: ['banner'] },
  compression: 'gzip',
  geoscope: ['NOR', 'SWE', 'DNK'],
  params: z.object({ test: z.boolean().optional() }),

  before: ({ request }) => requestPatch(request),
  readParams: 'never',
  onBadImp: 'abort-so-far',
  imp: ({ imp, index }, { request, info, errors }) => {
    const floor = floorIn(info, imp, 'USD');
    if ('value' in floor) return floor.value;
    const unreported = index > 0 && firstImpError(request.imp[0]);
    if (unreported) errors.push(unreported);
    return generic(floor.error);
  },
  setup: testEndpoint,
  uri: (_, { request, builder, setup }) => {
    const params = testOf(request.imp[0]);
    return 'value' in params && params.value.test ? setup : builder.endpoint;
  },
  headers: 'json',
  status: onlyOk(`${unexpectedStatus}.`),
  response: { currency: 'response', mediaType: byExtType(() => 'banner') },
  java: {
    before: ({ request, errors }) => {
      const params = testOf(request.imp[0]);
      if ('error' in params) errors.push(badInput(params.error));
      return requestPatch(request);
    },
    imp: ({ imp }, { info }) => {
      const floor = floorIn(info, imp, 'USD');
      return 'error' in floor ? generic(floor.error) : floor.value;
    },
  },
});
