/** Bids as a function of the bidder's request alone: some bidders do not bid, some bid several times, in another currency, or wrongly. */
import { createHash } from 'node:crypto';

type Json = { readonly [field: string]: unknown };

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first bytes of a hash: the choices of one response. */
const choices = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest();

const VAST = '<VAST version="3.0"><Ad><InLine><Impression><![CDATA[https://i.example]]></Impression></InLine></Ad></VAST>';

/** A response of OpenRTB; undefined: no bid. */
export function bidsFor(bidder: string, body: unknown): object | undefined {
  const request = Array.isArray(body) ? (body[0] as unknown) : body;
  if (!isObject(request) || !Array.isArray(request['imp'])) return undefined;
  const chosen = choices(bidder, String(request['id']));
  if ((chosen[0] ?? 0) < 20) return undefined;
  const bid = request['imp'].filter(isObject).flatMap((imp) => bidsOn(bidder, imp));
  return { id: request['id'], cur: (chosen[1] ?? 0) < 30 ? 'EUR' : 'USD', seatbid: [{ seat: bidder, bid }] };
}

function bidsOn(bidder: string, imp: Json): Json[] {
  const id = String(imp['id']);
  const chosen = choices(bidder, id);
  const count = (chosen[0] ?? 0) < 60 ? 2 : 1;
  return Array.from({ length: count }, (_, i) => ({
    id: `${bidder}-${id}-${i}`,
    impid: id,
    price: (chosen[i + 1] ?? 0) / 32,
    crid: `creative-${i}`,
    adomain: ['advertiser.example'],
    ...markup(imp),
    ...((chosen[4] ?? 0) < 40 && { dealid: 'deal' }),
  }));
}

/** Markup of the first media type of the imp, and its OpenRTB number. */
function markup(imp: Json): Json {
  if (isObject(imp['banner'])) return { adm: '<p>ad</p>', mtype: 1, ...sizeOf(imp['banner']) };
  if (isObject(imp['video'])) return { adm: VAST, mtype: 2, dur: 15 };
  if (isObject(imp['audio'])) return { adm: VAST, mtype: 3 };
  return { adm: JSON.stringify({ assets: [{ id: 1, title: { text: 'title' } }] }), mtype: 4 };
}

function sizeOf(banner: Json): Json {
  const format = Array.isArray(banner['format']) ? (banner['format'][0] as unknown) : undefined;
  return isObject(format) ? { w: format['w'], h: format['h'] } : { w: banner['w'], h: banner['h'] };
}
