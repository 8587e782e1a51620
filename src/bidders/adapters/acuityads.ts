import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { emptySeatBid } from '../kit/messages.ts';
import { hostAndPort } from '../kit/params.ts';
import { isHost } from '../kit/url.ts';
import { firstSeatTraffic } from './families/first-imp.ts';

const isBlank = (text = ''): boolean => text.trim() === '';

export default defineBidder({
  code: 'acuityads',
  endpoint: 'http://{{.Host}}.admanmedia.com/bid?token={{.AccountID}}',
  maintainer: 'integrations@acuityads.com',
  vendorId: 231,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.admanmedia.com/sync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({
    host: hostAndPort(),
    accountid: z.string().min(1),
  }),

  ...firstSeatTraffic,
  macros: ({ params: { host = '', accountid } }) => (isHost(host) ? { Host: host, AccountID: accountid } : badInput('Invalid Host')),
  java: {
    macros: ({ params: { host, accountid } }) => {
      if (isBlank(host)) return badInput('Missed host param');
      return isBlank(accountid) ? badInput('Missed accountId param') : { Host: host, AccountID: accountid };
    },
    response: {
      unreadable: undefined,
      check: ({ seatbid: [first] = [] }) => {
        if (!first) return badServer(emptySeatBid);
        return first.bid.length === 0 ? badServer('Empty bids array') : undefined;
      },
    },
  },
});
