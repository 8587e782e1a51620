/** What the server's bids say beside OpenRTB. */
import { z } from 'zod';
import type { TypedBid } from '../../bidder.ts';
import { badServer, generic } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { readerOf } from '../../kit/reader.ts';
import type { AnswerContext, BidPatch, SharedBid } from '../../kit/spec.ts';

const readBidExt = readerOf(
  z.object({
    marketplace: z.string(),
    prebiddealpriority: z.int(),
    ibv: z.boolean(),
    video: z.object({ duration: z.int() }),
  }),
);

/** The Java variant does not mind a bid without `ext`. */
const extOf = ({ ext }: SharedBid, { builder }: AnswerContext) => readBidExt(builder.dialect === 'java' ? (ext ?? null) : ext);

/** Errors of a bid's `ext` or native markup are told, but cost nothing. */
export function toBid(bid: SharedBid, type: string, context: AnswerContext): BidPatch {
  const { cat = [], adm = '' } = bid;
  const { errors, builder } = context;
  const found = extOf(bid, context);
  if (typeof found === 'string') errors.push(generic(found));
  const patch = cat.length > 1 ? { cat: cat.slice(0, 1) } : {};
  if (type !== 'native') return patch;
  if (typeof parseObject(adm) !== 'string') return { ...patch, adm: memberText(adm, 'native') ?? adm };
  errors.push(builder.dialect === 'java' ? badServer(`Unable to parse native adm: ${adm}`) : generic('unable to unmarshal native adm'));
  return patch;
}

export function besideBid(bid: SharedBid, type: string, context: AnswerContext): Omit<TypedBid, 'bid' | 'type'> {
  const found = extOf(bid, context);
  if (typeof found === 'string') return { video: { duration: 0, primary_category: '' } };
  return {
    seat: found.marketplace || undefined,
    dealPriority: Math.max(0, found.prebiddealpriority ?? 0),
    video: { duration: found.video?.duration ?? 0, primary_category: '' },
    meta: { mediaType: found.ibv ? 'video' : type },
  };
}

/** The text of a member of a JSON object, as it stands there; `json` has been found to be an object. */
function memberText(json: string, name: string): string | undefined {
  let depth = 0;
  let last = '';
  let key: string | undefined;
  let start = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (depth === 1 && (character === ',' || character === '}')) {
      if (key === name) return json.slice(start, at).trim();
      key = undefined;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === ':' && depth === 1) {
      key = JSON.parse(last) as string;
      start = at + 1;
    } else if (character === '"') {
      const end = endOfText(json, at);
      last = json.slice(at, end + 1);
      at = end;
    }
  }
  return undefined;
}

/** Where the text that starts at `at` has its closing quote. */
function endOfText(json: string, at: number): number {
  let end = at + 1;
  while (end < json.length && json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  return end;
}
