import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import { hostname } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { status } from '../kit/status.ts';
import { notConverted } from './families/floors.ts';

const readParams = readerOf(z.object({ host: z.string(), publisherId: z.union([z.number(), z.string()]) }));

const ORDER = ['banner', 'video', 'audio', 'native'] as const;

export default defineBidder({
  code: 'limelightDigital',
  endpoint: 'http://ads-pbs.ortb.net/openrtb/{{.PublisherID}}?host={{.Host}}',
  maintainer: 'engineering@project-limelight.com',
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  aliases: {
    '9dotsmedialtd': { endpoint: 'http://ads-dot-pbs.ortb.net/openrtb/{{.PublisherID}}' },
    adsyield: { endpoint: 'http://ads-pbs.open-adsyield.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    adtg_org: { endpoint: 'http://ads-pbs.rtb.adtarget.org/openrtb/{{.PublisherID}}?host={{.Host}}' },
    altstar: { endpoint: 'http://ads-pbs.ads-altstarmedia.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    anzuExchange: { endpoint: 'http://ads-pbs.marketplace-anzu.io/openrtb/{{.PublisherID}}?host={{.Host}}' },
    appstock: { endpoint: 'http://ads-pbs.pre.vr-tb.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    embimedia: { endpoint: 'http://ads-pbs.bidder-embi.media/openrtb/{{.PublisherID}}?host={{.Host}}' },
    evtech: {
      endpoint: 'http://ads-pbs.direct.e-volution.ai/openrtb/{{.PublisherID}}?host={{.Host}}',
      sync: {
        iframe: {
          url: 'https://tracker.direct.e-volution.ai/sync.html?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '{PLL_USER_ID}',
        },
        redirect: {
          url: 'https://tracker.direct.e-volution.ai/sync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '{PLL_USER_ID}',
        },
      },
    },
    filmzie: {},
    greedygame: { endpoint: 'http://ads-pbs.rtb-greedygame.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    iionads: { endpoint: 'http://ads-pbs.iionads.com/openrtb/{{.PublisherID}}?host={{.Host}}', vendorId: 1358 },
    nuclion: { endpoint: 'http://ads-pbs.rtb-nuclion.io/openrtb/{{.PublisherID}}?host={{.Host}}' },
    orangeclickmedia: { endpoint: 'http://ads-pbs.scotty.orangeclickmedia.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    oveeo: { endpoint: 'http://ads-pbs.rtb-oveeo.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    performist: { endpoint: 'http://ads-pbs.performserv.com/openrtb/{{.PublisherID}}' },
    pgamrtb: { endpoint: 'http://ads-pbs.pgamrtb.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    rtbdemand: { endpoint: 'http://ads-pbs.ads-rtbdemand.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    smootai: { endpoint: 'http://ads-pbs.ads-smoot.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    streamlyn: { endpoint: 'http://rtba.bidsxchange.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    streamvision: { endpoint: 'http://ads-pbs.adops.streamvisionmedia.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    tgm: {},
    velonium: { endpoint: 'http://ads-pbs.adxvel.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    xtrmqb: { endpoint: 'http://ads-pbs.ortb.tech/openrtb/{{.PublisherID}}?host={{.Host}}' },
  },
  params: z.object({
    host: hostname().regex(/^.[^.\n\r\u2028\u2029]*\..+$/),
    publisherId: z.union([z.int().min(1), z.string().regex(/^[1-9][0-9]*$/)]),
  }),

  setup: ({ endpoint }) => {
    if (endpoint === '') throw new Error('Endpoint  adapter parameter is not provided');
  },
  readParams,
  badParams: () => badInput('ext.bidder is not provided'),
  floor: floorInDollars,

  imp: () => ({ ext: undefined }),
  fanout: perImp,
  macros: ({ params: { host, publisherId } }) => ({ Host: host, PublisherID: publisherId }),
  headers: 'none',
  request: ([first], { request: { id } }) => ({ id: `${id}-${first?.imp.id ?? ''}`, ext: undefined }),
  status: (response) => (response.status === 200 && response.body === '' ? 'no-bid' : status.s3(response)),
  response: {
    currency: 'response',
    mediaType: byImp({
      order: ORDER,
      noType: ({ impid }) => generic(`unknown media type of imp: ${impid}`),
      noImp: ({ impid }) => generic(`bid contains unknown imp id: ${impid}`),
    }),
  },
  java: {
    floor: { to: 'USD', error: notConverted },
    response: {
      mediaType: byImp({
        order: ORDER,
        noType: ({ impid }) => badServer(`Unknown media type of imp: '${impid}'`),
        noImp: ({ impid }) => badServer(`Bid contains unknown imp id: '${impid}'`),
      }),
    },
  },
});
