/** Responses in the ad server's own form: ad units, each with ads and deals. */
import { z } from 'zod';
import { list, object } from '#src/json/values.ts';
import type { BidderError, MadeBids, SharedRequest, TypedBid } from '../../bidder.ts';
import { badInput, badServer, isError } from '../../errors.ts';
import { field, parseObject, toInteger } from '../../kit/decode.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { readRegsExt } from './context.ts';
import { readParams } from './params.ts';

const amount = z.object({ amount: z.number(), currency: z.string() });
const ad = z.object({
  bid: amount,
  netBid: amount,
  grossBid: amount,
  dealId: z.string(),
  adId: z.string(),
  creativeWidth: z.string(),
  creativeHeight: z.string(),
  creativeId: z.string(),
  lineItemId: z.string(),
  html: z.string(),
  advertiserDomains: z.array(z.string()),
  advertiser: z.object({ name: z.string(), legalName: z.string() }),
});
const unit = z.object({
  targetId: z.string(),
  matchedAdCount: z.int(),
  html: z.string(),
  ads: z.array(ad),
  deals: z.array(ad),
});
const readResponse = readerOf(z.object({ adUnits: z.array(unit) }));

type Units = NonNullable<ValueOf<typeof readResponse>['adUnits']>;
type Ad = NonNullable<Units[number]['ads']>[number];
interface Unit {
  readonly unit: Units[number];
  /** Undefined if there is none; `null` counts as one. */
  readonly nativeJson: unknown;
}

/** Which of two ad units of one imp is used. */
export type Better = (amount: number, than: number) => boolean;

/** A `parse` hook. */
export const responseReader =
  (isBetter: Better) =>
  ({ request, response }: ResponseContext): MadeBids => {
    const body = parseObject(response.body);
    if ('error' in body) return { errors: [badServer(body.error)] };
    const read = readResponse(body.value);
    if ('error' in read) return { errors: [badServer(read.error)] };
    const raw = list(field(body.value, 'adUnits'));
    const units = (read.value.adUnits ?? []).map((one, index) => ({ unit: one, nativeJson: field(object(raw[index]), 'nativeJson') }));
    const best = bestUnits(units, isBetter);
    const bids: TypedBid[] = [];
    let currency = '';
    for (const imp of request.imp) {
      const auId: unknown = imp.ext?.bidder?.['auId'];
      if (typeof auId !== 'string') return { errors: [badInput('Error at Bidder auId: Key path not found')] };
      const found = best.get(`${auId}-${imp.id}`);
      if (!found?.unit.ads?.length) continue;
      const made = bidsOf(found, imp, request);
      if (isError(made)) return { errors: [made] };
      bids.push(...made);
      currency = found.unit.ads[0]?.bid?.currency ?? '';
    }
    return { result: { currency, bids }, errors: [] };
  };

const firstAmount = ({ unit: { ads = [] } }: Unit): number => ads[0]?.bid?.amount ?? 0;

/** The ad unit of each imp, by `<auId>-<imp id>`. */
function bestUnits(units: readonly Unit[], isBetter: Better): ReadonlyMap<string, Unit> {
  const best = new Map<string, Unit>();
  for (const one of units) {
    const { targetId = '', matchedAdCount = 0 } = one.unit;
    if (matchedAdCount <= 0) continue;
    const [key = ''] = targetId.split(':');
    const known = best.get(key);
    if (!known || isBetter(firstAmount(one), firstAmount(known))) best.set(key, one);
  }
  return best;
}

/** The first ad, then the deals. */
function bidsOf(
  { unit: { ads = [], deals = [], html = '' }, nativeJson }: Unit,
  imp: SharedImp,
  request: SharedRequest,
): TypedBid[] | BidderError {
  const [first = {}] = ads;
  const bids: TypedBid[] = [];
  for (const one of [first, ...deals]) {
    const adm = one === first ? html : (one.html ?? '');
    const made = one === first && nativeJson !== undefined ? toNative(one, nativeJson, imp, request) : toBanner(one, adm, imp, request);
    if (isError(made)) return made;
    bids.push(made);
  }
  return bids;
}

function toNative(ad: Ad, nativeJson: unknown, imp: SharedImp, request: SharedRequest): TypedBid | BidderError {
  const markup = field(object(nativeJson), 'ortb');
  const bid = toBid(ad, imp, request);
  if (isError(bid)) return bid;
  if (markup === undefined) return badServer(`Failed to parse native json where imp id=${imp.id}`);
  return { type: 'native', bid: { ...bid, adm: JSON.stringify(markup), mtype: 4 } };
}

function toBanner(ad: Ad, adm: string, imp: SharedImp, request: SharedRequest): TypedBid | BidderError {
  const bid = toBid(ad, imp, request);
  return isError(bid) ? bid : { type: 'banner', bid: { ...bid, adm, mtype: 1 } };
}

function toBid(ad: Ad, imp: SharedImp, request: SharedRequest): Omit<TypedBid['bid'], 'adm'> | BidderError {
  const { adId = '', creativeWidth = '', creativeHeight = '', dealId, lineItemId, creativeId, advertiserDomains = [] } = ad;
  const w = toInteger(creativeWidth);
  if (w === undefined) return badServer(`Value of width: ${creativeWidth} is not a string`);
  const h = toInteger(creativeHeight);
  if (h === undefined) return badServer(`Value of height: ${creativeHeight} is not a string`);
  const ext = extOf(ad, request);
  if (isError(ext)) return ext;
  const optional = filled({ dealid: dealId, cid: lineItemId, crid: creativeId, adomain: [...advertiserDomains] });
  return { id: adId, adid: adId, impid: imp.id, price: priceOf(ad, imp), w, h, ...optional, ...(ext && { ext }) };
}

/** Amounts are for one impression, prices for a thousand. */
function priceOf({ bid, netBid, grossBid }: Ad, imp: SharedImp): number {
  const params = paramsIn(imp, readParams);
  const type = 'error' in params ? '' : params.value.bidType?.toLowerCase();
  const chosen = type === 'net' ? netBid : type === 'gross' ? grossBid : bid;
  return (chosen?.amount ?? 0) * 1000;
}

/** Transparency data, if the request wants it: the publisher always renders it. */
function extOf({ advertiser: { name, legalName } = {} }: Ad, { regs }: SharedRequest): { readonly dsa: object } | BidderError | undefined {
  const regsExt = readRegsExt(regs?.ext ?? null);
  if ('error' in regsExt) return badServer(`Error extracting Ext: Failed to parse Ext information in Adnuntius: ${regsExt.error}`);
  if (!name || !regsExt.value.dsa) return undefined;
  const party = legalName || name;
  return { dsa: { adrender: 0, behalf: party, paid: party } };
}
