import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import { status } from '../kit/status.ts';

const unexpectedType = (bidId: string): string => `Response received for unexpected type of bid bidID: ${bidId}`;

export default defineBidder({
  code: 'aja',
  endpoint: 'https://ad.as.amanad.adtdp.com/v1/bid/4',
  maintainer: 'dev@aja-kk.co.jp',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://ad.as.amanad.adtdp.com/v1/sync/ssp?ssp=4&gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '%s',
    },
  },
  params: z.object({ asi: z.string() }),

  badParams: (cause, { id }, step) => badInput(`Failed to unmarshal ${step === 'ext' ? 'ext' : 'ext.bidder'} impID: ${id} err: ${cause}`),
  imp: ({ params: { asi = '' } }) => ({ tagid: asi, ext: undefined }),
  fanout: (imps) => groupBy(imps, ({ params }) => params.asi ?? ''),
  headers: 'none',
  status: status.s6,
  response: {
    unreadable: (cause) => badServer(`Failed to unmarshal bid response: ${cause}`),
    mediaType: byImp({ order: ['banner', 'video'], noType: ({ id }) => badServer(unexpectedType(id)), noImp: () => undefined }),
  },
  java: {
    badParams: (cause, { id }) => badInput(`Failed to unmarshal ext.bidder impID: ${id} err: ${cause}`),
    fanout: (imps) => groupBy(imps, ({ params }) => params.asi ?? '').map((group) => group.slice(-1)),
    response: { mediaType: byImp({ order: ['banner', 'video'], otherwise: ({ id }) => badInput(unexpectedType(id)) }) },
  },
});
