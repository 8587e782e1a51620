import { z } from 'zod';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { status } from '../kit/status.ts';
import { firstSeatTraffic, openRtbOfDevice, sourceAndAccount, withoutExt } from './families/first-imp.ts';

export default defineBidder({
  code: 'afront',
  endpoint: 'https://snt1.afront.io/?rsd={{.SourceId}}&sk={{.AccountID}}',
  maintainer: 'support@afront.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  params: z.object({ accountId: z.string().min(1), sourceId: z.string().min(1) }),

  ...firstSeatTraffic,
  imp: withoutExt,
  macros: sourceAndAccount,
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device, { ip: 'ip, ipv6' }) }),
  status: status.s1,
  java: {
    headers: openRtbOfDevice,
    response: { unreadable: undefined, check: undefined, noBid: noSeatBid, readBids: 'all' },
  },
});
