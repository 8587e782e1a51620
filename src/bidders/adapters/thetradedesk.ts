import { z } from 'zod';
import { parseJsonObject } from '#src/json/parse.ts';
import type { BidderError, Builder } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';
import { withFirstSize, withPublisher } from '../kit/objects.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { ImpWithParams } from '../kit/spec.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';

const params = z.object({ publisherId: z.string().min(1), supplySourceId: z.string().min(1).optional() });
type Ids = Lenient<z.input<typeof params>>;

const readParams = readerOf(params);

/** The first publisher and the first supply source of any imp; imps after both are found are not read. */
function firstIds(imps: readonly ImpWithParams<unknown>[]): Ids | BidderError {
  let ids: Ids = {};
  for (const { imp } of imps) {
    const own = paramsIn(imp, readParams);
    if ('error' in own) return badInput(own.error);
    ids = { publisherId: ids.publisherId || own.value.publisherId, supplySourceId: ids.supplySourceId || own.value.supplySourceId };
    if (ids.publisherId && ids.supplySourceId) break;
  }
  return ids;
}

/** Default supply source for publishers without one. @throws Error if the id is invalid */
function defaultSource({ extraInfo }: Builder): string {
  if (extraInfo !== '' && !/[a-z]$/.test(extraInfo)) {
    throw new Error('ExtraAdapterInfo must be a simple string provided by TheTradeDesk');
  }
  return extraInfo;
}

/** The same of a host of the Java variant, whose extra info may be a mapping with the supply source as its only text. */
function javaDefaultSource(builder: Builder): string {
  const settings = parseJsonObject(builder.extraInfo);
  if (!settings) return defaultSource(builder);
  const [source = ''] = Object.values(settings);
  return typeof source === 'string' ? source : '';
}

export default defineBidder({
  code: 'thetradedesk',
  endpoint: 'https://direct.adsrvr.org/bid/bidder/{{.SupplyId}}',
  maintainer: 'Prebid-Maintainers@thetradedesk.com',
  vendorId: 21,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  openrtb: '2.6',
  gpp: true,
  java: {
    openrtb: '2.5',
    setup: javaDefaultSource,
    capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
    response: {
      mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badServer(typeNotDefined(impid))),
      onBadBid: 'drop',
    },
  },
  aliases: {
    ttd: { vendorId: 21 },
  },
  params,

  setup: defaultSource,
  readParams: 'never',
  imp: ({ imp: { banner } }) => ({ banner: withFirstSize(banner, 'always') }),
  fanout: (imps, { setup }) => {
    const ids = firstIds(imps);
    if (isError(ids)) return ids;
    if (!ids.supplySourceId && setup === '') return generic('Either supplySourceId or a default endpoint must be provided');
    return [imps.map((item) => ({ ...item, params: ids }))];
  },
  macros: ({ params: ids }, { setup }) => ({ SupplyId: ids.supplySourceId || setup }),
  request: ([first], { request: { site, app } }) => {
    const id = first?.params.publisherId;
    return site ? { site: withPublisher(site, id) } : { app: withPublisher(app, id) };
  },
  status: statusPolicy({ other: unexpectedStatus, noContent: 'empty' }),
  response: {
    currency: 'response',
    mediaType: byMtype(undefined, ({ mtype = 0 }) => badServer(`unsupported mtype: ${mtype}`)),
    onBadBid: 'abort',
    bid: auctionPrice('nurl', 'adm', 'burl'),
  },
});
