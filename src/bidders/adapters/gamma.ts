import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { asNumber } from '../kit/messages.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';
import { checkParams, toHeaders, toMarkup, uriMaker, withFormat } from './gamma/traffic.ts';

export default defineBidder({
  code: 'gamma',
  endpoint: 'https://hb.gammaplatform.com/adx/request/',
  maintainer: 'support@gammassp.com',
  capabilities: { app: ['banner', 'video'] },
  params: z.object({ id: z.string(), zid: z.string(), wid: z.string() }),

  before: withFormat({
    ignored: 'Gamma only supports banner and video media types. Ignoring imp id=',
    none: 'No valid impression in the bid request',
  }),
  badParams: (_, __, step) => badInput(step === 'ext' ? 'ext.bidder not provided' : 'ext.bidder.publisher not provided'),
  imp: checkParams,
  fanout: perImp,
  method: 'GET',
  uri: uriMaker((value) => value),
  headers: (_, { request: { device } }) => ({ ...toHeaders(device), 'Accept-Encoding': 'gzip, deflate' }),
  body: () => undefined,
  status: onlyOk(unexpectedStatus),
  response: {
    unreadable: (cause) => badServer(`bad server response: ${asNumber(cause)}. `),
    noBid: noSeatBid,
    currency: { fixed: 'USD' },
    // Responses have the imp's id.
    mediaType: (_, { request, body }) => (request.imp.find(({ id }) => id === body?.id)?.video ? 'video' : 'banner'),
    bid: toMarkup,
  },
  java: {
    before: withFormat({
      ignored: 'Gamma only supports banner and video media types. Ignoring imp id= ',
      none: 'No valid impressions',
    }),
    uri: uriMaker(queryEscape),
    headers: (_, { request: { device } }) => toHeaders(device),
    response: {
      unreadable: (cause) => badServer(`bad server response: ${cause.endsWith('\0') ? 'body is empty' : cause}`),
    },
  },
});
