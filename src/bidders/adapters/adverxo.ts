import { z } from 'zod';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { auctionPrice, unwrapNative } from '../kit/bids.ts';
import { standardMessage } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { floorInDollars } from '../kit/money.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

export default defineBidder({
  code: 'adverxo',
  endpoint: 'https://pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
  maintainer: 'developer@adverxo.com',
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://pbsadverxo.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://pbsadverxo.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  aliases: {
    adport: {
      endpoint: 'https://adport.pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      sync: {
        iframe: {
          url: 'https://cittamatra.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
        redirect: {
          url: 'https://cittamatra.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
      },
    },
    alchemyx: {
      endpoint: 'https://alchemyx.live/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      maintainer: 'prebid@alchemyx.io',
      sync: {
        iframe: {
          url: 'https://alchemyx.online/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
        redirect: {
          url: 'https://alchemyx.online/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
      },
    },
    bidsmind: {
      endpoint: 'https://bidsmind.pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      sync: {
        iframe: {
          url: 'https://taetee.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
        redirect: {
          url: 'https://taetee.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
      },
    },
    harrenmedia: {
      endpoint: 'https://harrenmedia.pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      sync: {
        iframe: {
          url: 'https://hmidssp.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
        redirect: {
          url: 'https://hmidssp.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
      },
    },
  },
  params: z.object({ adUnitId: z.int().min(1), auth: z.string().min(6) }),

  floor: floorInDollars,

  badParams: (cause, { id }, step) =>
    badInput(
      step === 'ext' ? `imp ${id}: unable to unmarshal ext` : `imp ${id}: unable to unmarshal ext.bidder: ${standardMessage(cause)}`,
    ),
  fanout: perImp,
  macros: ({ params: { adUnitId = 0, auth } }) => ({ AdUnit: adUnitId, TokenID: auth }),
  headers: 'none',
  status: onlyOk(`${unexpectedStatus}.`),
  response: {
    unreadable: (cause) => generic(standardMessage(cause)),
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'native'], ({ mtype }) => badServer(mtypeUnsupported(mtype))),
    onBadBid: 'abort',
    bid: (bid, type) => {
      const adm = type === 'native' ? unwrapNative(bid.adm ?? '') : bid.adm;
      return isError(adm) ? adm : { adm, ...auctionPrice('adm')({ ...bid, adm }) };
    },
  },
  java: {
    endpoint: 'https://pbsadverxo.com/auction?adUnitId={adUnitId}&auth={auth}',
    macros: ({ params: { adUnitId = 0, auth } }) => ({ AdUnit: adUnitId, adUnitId, TokenID: auth, auth }),
    badParams: (cause) => badInput(`Error parsing ext.imp.bidder: ${cause}`),
    response: {
      mediaType: byMtype(['banner', 'video', 'native'], ({ mtype }) => badServer(`Unsupported mType ${mtype ?? null}`)),
      bid: auctionPrice('adm'),
    },
  },
});
