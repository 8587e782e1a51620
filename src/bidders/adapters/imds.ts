import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import type { RequestPatch } from '../kit/spec.ts';

export default defineBidder({
  code: 'imds',
  endpoint: 'https://pbs.technoratimedia.com/openrtb/bids/{{.AccountID}}?src={{.SourceId}}&adapter=imds',
  maintainer: 'eng-demand@imds.tv',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  gpp: true,
  geoscope: ['USA', 'CAN'],
  sync: {
    iframe: {
      url: 'https://ad-cdn.technoratimedia.com/html/usersync.html?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
      userMacro: '[USER_ID]',
    },
    redirect: {
      url: 'https://sync.technoratimedia.com/services?srv=cs&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
      userMacro: '[USER_ID]',
    },
  },
  aliases: {
    synacormedia: { endpoint: 'https://pbs.technoratimedia.com/openrtb/bids/{{.AccountID}}?src={{.SourceId}}&adapter=synacormedia' },
  },
  params: z.object({ seatId: z.string(), tagId: z.string().optional() }),

  imp: ({ params: { seatId, tagId } }) => (seatId && tagId ? { tagid: tagId } : badServer('Invalid Impression')),
  macros: ({ params: { seatId } }) => ({ AccountID: seatId, SourceId: 'pbs-go/1.0.0' }),
  escapeMacros: 'query',
  request: ([first]) => ({ ext: { seatId: first?.params.seatId } }) as RequestPatch,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({ otherwise: () => 'banner' }),
    bid: (_, type) => (type === 'native' || type === 'audio' ? 'skip' : undefined),
  },
  java: {
    badParams: (cause) => badInput(`Invalid Impression: ${cause}`),
    imp: ({ params: { seatId, tagId } }) =>
      seatId?.trim() && tagId?.trim() ? { tagid: tagId } : badInput('Invalid Impression: imp.ext has no seatId or tagId'),
    macros: ({ params: { seatId } }, { builder }) => ({ AccountID: seatId, SourceId: builder.env.version }),
  },
});
