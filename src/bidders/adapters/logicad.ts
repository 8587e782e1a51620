import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { oneSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { always } from '../kit/media-type.ts';
import { asNumber, noImpression } from '../kit/messages.ts';
import { status } from '../kit/status.ts';

export default defineBidder({
  code: 'logicad',
  endpoint: 'https://pbs.ladsp.com/adrequest/prebidserver',
  maintainer: 'prebid@so-netmedia.jp',
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    redirect: {
      url: 'https://cr-p31.ladsp.com/cookiesender/31?r=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ru={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ tid: z.string() }),

  whenEmpty: badInput(noImpression),
  imp: ({ params: { tid } }) => (tid ? { tagid: tid, ext: undefined } : badInput('No tid value provided')),
  fanout: (imps) => groupBy(imps, ({ params }) => params.tid),
  status: status.s7,
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}`),
    check: oneSeatBid,
    mediaType: always('banner'),
  },
  java: { response: { check: undefined } },
});
