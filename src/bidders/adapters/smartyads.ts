import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { contactManager, statusPolicy } from '../kit/status.ts';
import { isHost } from '../kit/url.ts';
import { firstSeatTraffic, withoutExt } from './families/first-imp.ts';

const REQUIRED = ['host', 'accountId', 'sourceId'] as const;

export default defineBidder({
  code: 'smartyads',
  endpoint: 'http://{{.Host}}.smartyads.com/bid?rtb_seat_id={{.SourceId}}&secret_key={{.AccountID}}',
  maintainer: 'support@smartyads.com',
  vendorId: 534,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://as.ck-ie.com/prebid.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ host: z.string().regex(/^[a-zA-Z0-9.-]+(:[0-9]+)?$/), sourceid: z.string(), accountid: z.string() }),

  ...firstSeatTraffic,
  paramsOf: 'last',
  onBadImp: 'abort',
  imp: withoutExt,
  macros: ({ params: { host = '', sourceid, accountid } }) =>
    isHost(host) ? { Host: host, SourceId: sourceid, AccountID: accountid } : badInput('Invalid Host'),
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device, { language: true, dnt: true }) }),
  status: statusPolicy({
    messages: { 400: 'Unexpected status code: [ %d ]' },
    other: contactManager,
    badInput: 'all',
    noContent: badInput('No bid response'),
    ok: '2xx',
  }),
  java: {
    macros: ({ params: { host = '', accountid = '', sourceid = '' } }) => {
      const missing = REQUIRED.find((_, index) => [host, accountid, sourceid][index]?.trim() === '');
      if (missing) return badInput(`${missing} is a required ext.bidder param`);
      return { Host: host, SourceId: sourceid, AccountID: accountid };
    },
    status: undefined,
  },
});
