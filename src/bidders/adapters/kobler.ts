import { z } from 'zod';
import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtType } from '../kit/media-type.ts';
import { without } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedImp } from '../kit/spec.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

const TEST_ENDPOINT = 'https://bid-service.dev.essrtb.com/bid/prebid_server_rtb_call';

const readImpExt = readerOf(z.object({ bidder: z.object({ test: z.boolean() }) }));

function isTest(imp: SharedImp | undefined): boolean {
  const found = readImpExt(imp?.ext);
  return typeof found !== 'string' && found.bidder?.test === true;
}

export default defineBidder({
  code: 'kobler',
  endpoint: 'https://bid.essrtb.com/bid/prebid_server_rtb_call',
  maintainer: 'bidding-support@kobler.no',
  capabilities: { app: ['banner'], site: ['banner'] },
  compression: 'gzip',
  geoscope: ['NOR', 'SWE', 'DNK'],
  params: z.object({ test: z.boolean().optional() }),

  before: ({ request: { device, cur = [] } }) => ({
    user: undefined,
    ...(device && { device: without(device, 'ip', 'ipv6') }),
    cur: cur.includes('USD') ? cur : [...cur, 'USD'],
  }),
  readParams: 'never',
  floor: { to: 'USD', error: (_, cause) => generic(cause) },
  onBadImp: 'abort',
  uri: (
    _,
    {
      request: {
        imp: [first],
      },
      builder,
    },
  ) => (isTest(first) ? TEST_ENDPOINT : builder.endpoint),
  headers: 'json',
  status: onlyOk(`${unexpectedStatus}.`),
  response: { currency: 'response', mediaType: byExtType(() => 'banner') },
});
