import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import { impNotFound } from '../kit/messages.ts';
import { unexpectedStatus } from '../kit/status.ts';

export default defineBidder({
  code: 'adman',
  endpoint: 'http://pub.admanmedia.com/?c=o&m=ortb',
  maintainer: 'prebid@admanmedia.com',
  vendorId: 149,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://sync.admanmedia.com/pbs.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ TagID: z.string() }),

  imp: ({ params: { TagID = '' } }) => ({ tagid: TagID }),
  fanout: perImp,
  // Only 404 is an error: the body of any other response is read.
  status: ({ status: code }) => (code === 204 ? 'no-bid' : code === 404 ? badServer(unexpectedStatus.replace('%d', '404')) : 'ok'),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'video'], noType: () => 'banner', noImp: ({ impid }) => badInput(`${impNotFound(impid)} `) }),
  },
  java: {
    response: {
      mediaType: byImp({
        in: 'sent',
        order: ['banner', 'video'],
        noType: () => 'banner',
        noImp: ({ impid }) => badServer(impNotFound(impid)),
      }),
    },
  },
});
