import type { BidderError } from '../bidder.ts';
import { aborting, badInput, badServer, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { fillOf, headersOf, idsOf, params, toUri } from './yandex/call.ts';
import { javaMessages, messages, toImp } from './yandex/imp.ts';

const unknownImp = ({ impid }: SharedBid): string =>
  `Invalid bid imp ID #${impid} does not match any imp IDs from the original bid request`;
const byOwnImp = (noImp: (bid: SharedBid) => BidderError) =>
  byImp({
    order: ['video', 'native', 'banner'],
    noImp,
    noType: ({ impid }) => badInput(`Processing an invalid impression; cannot resolve impression type for imp #${impid}`),
  });

export default defineBidder({
  code: 'yandex',
  endpoint: 'https://bs-metadsp.yandex.ru/prebid/{{.PageID}}?ssp-id=10500',
  maintainer: 'prebid@yandex-team.ru',
  capabilities: { site: ['banner', 'native', 'video'] },
  compression: 'gzip',
  sync: {
    redirect: {
      url: 'https://yandex.ru/an/mapuid/yandex/?ssp-id=10500&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&location={{.RedirectURL}}',
      userMacro: '{YANDEXUID}',
    },
  },
  params: where(params, { oneOf: [has('page_id', 'imp_id'), has('placement_id')] }),

  setup: fillOf,
  badParams: (cause, { id }, step) =>
    badInput(step === 'ext' ? `imp ${id}: unable to unmarshal ext` : `imp ${id}: unable to unmarshal ext.bidder: ${cause}`),
  imp: ({ imp, params: own }) => {
    const ids = idsOf(own);
    return isError(ids) ? ids : toImp(imp, messages);
  },
  fanout: perImp,
  uri: toUri,
  headers: (_, { request }) => (request.device && request.site ? headersOf(request) : {}),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}`),
    currency: { fixed: 'USD' },
    mediaType: byOwnImp((bid) => badInput(unknownImp(bid))),
  },
  java: {
    imp: ({ imp, params: { page_id = 0, imp_id = 0 } }) => {
      if (page_id === 0) return badInput(`imp #${imp.id}: wrong value for page_id param`);
      if (imp_id === 0) return badInput(`imp #${imp.id}: wrong value for imp_id param`);
      return toImp(imp, javaMessages);
    },
    uri: ([first], context) =>
      toUri(first ? [{ ...first, params: { ...first.params, placement_id: undefined } }] : [], {
        ...context,
        request: { ...context.request, site: { page: context.request.site?.page } },
      }),
    headers: (_, { request }) => headersOf(request),
    response: { mediaType: byOwnImp((bid) => aborting(badServer(unknownImp(bid)))) },
  },
});
