/** The bids of a response: one per content of an ad whose slot is known. */
import type { Result } from '#src/lang/result.ts';
import type { BidderError, MadeBids, MediaType, SharedRequest, TypedBid } from '../../bidder.ts';
import { badInput, badServer, generic } from '../../errors.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { filled } from '../../kit/objects.ts';
import { readJson } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { toBanner } from './banner.ts';
import { type Ad, type Content, type Markup, readAds } from './content.ts';
import { toNative } from './native.ts';
import { readParams } from './params.ts';
import type { Rules } from './rules.ts';
import { toVast } from './vast.ts';

const NOT_CONVERTED = 'convert huaweiads response to bidder response failed:';

/** A `parse` hook. */
export const responseReader =
  (rules: Rules) =>
  ({ request, response }: ResponseContext<unknown>): MadeBids => {
    const found = readJson(response.body, readAds);
    if ('error' in found) return { errors: [badServer('Unable to parse server response')] };
    const { retcode = 0, reason = '', multiad = [] } = found.value;
    const failed = retcodeError(retcode, reason, rules);
    if (failed) return { errors: [failed] };
    if (multiad.length === 0) return { errors: [generic(`${NOT_CONVERTED} multiad length is 0, get no ads from huawei side.`)] };
    const imps = impsBySlot(request);
    if (imps.size === 0) return { errors: [generic(`${NOT_CONVERTED} openRTBRequest.imp is nil`)] };
    return toBids(multiad, imps, rules);
  };

function retcodeError(retcode: number, reason: string, { reports204 }: Rules): BidderError | undefined {
  if (retcode === 204 && reports204) {
    const found = 'The request packet is correct, but no advertisement was found for this request.';
    return badInput(`HuaweiAdsResponse retcode: 204 , reason: ${found}`);
  }
  const isNoAd = retcode > 200 && retcode < 300 && retcode !== 204 && retcode !== 206;
  const isFailure = retcode >= 400 && retcode < 600;
  return isNoAd || isFailure ? badInput(`HuaweiAdsResponse retcode: ${retcode} , reason: ${reason}`) : undefined;
}

function impsBySlot({ imp: imps }: SharedRequest): ReadonlyMap<string, SharedImp> {
  const bySlot = new Map<string, SharedImp>();
  for (const imp of imps) {
    const params = paramsIn(imp, readParams);
    if ('value' in params) bySlot.set(params.value.slotid ?? '', imp);
  }
  return bySlot;
}

function toBids(ads: readonly Ad[], imps: ReadonlyMap<string, SharedImp>, rules: Rules): MadeBids {
  const bids: TypedBid[] = [];
  let currency = 'CNY';
  for (const ad of ads) {
    const imp = imps.get(ad.slotid ?? '');
    if (!imp || ad.retcode30 !== 200) continue;
    const type = typeOf(imp);
    for (const content of ad.content ?? []) {
      const made = toMarkup(type, ad, content, { imp, rules });
      if ('error' in made) return { errors: [made.error] };
      if (!made.value) return { errors: [] };
      bids.push({ type, bid: toBid(content, imp, made.value, rules) });
      currency = content.cur || currency;
    }
  }
  return { result: { currency, bids }, errors: [] };
}

function typeOf({ video, native, audio }: SharedImp): MediaType {
  if (video) return 'video';
  return native ? 'native' : audio ? 'audio' : 'banner';
}

function toMarkup(
  type: MediaType,
  ad: Ad,
  content: Content,
  { imp, rules }: { readonly imp: SharedImp; readonly rules: Rules },
): Result<Markup | undefined, BidderError> {
  if (type === 'audio') return { error: generic('no support bidtype: audio') };
  const made =
    type === 'video' ? toVast(ad.adtype ?? 0, content, imp, rules) : (type === 'native' ? toNative : toBanner)(ad, content, imp, rules);
  return 'error' in made ? { error: generic(`generate Adm field from HuaweiAds response failed: ${made.error}`) } : made;
}

function toBid(
  { price = 0, contentid, monitor = [] }: Content,
  { id }: SharedImp,
  { adm, w, h }: Markup,
  { writesEmptyValues }: Rules,
): TypedBid['bid'] {
  const nurl = monitor.find(({ eventType, url }) => eventType === 'win' && url?.length)?.url?.[0] ?? '';
  return {
    id,
    impid: id,
    price,
    adm,
    adomain: ['huaweiads'],
    ...filled({ crid: contentid, nurl, w, h }),
    ...(writesEmptyValues && { nurl }),
  };
}
