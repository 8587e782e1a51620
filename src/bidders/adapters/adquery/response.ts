/** Responses of the exchange's own form: one ad, its numbers written as strings. */
import { type ZodType, z } from 'zod';
import type { BidderError, MadeBids, SharedRequest } from '../../bidder.ts';
import { badServer, generic } from '../../errors.ts';
import { toInteger, toNumber } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import { type Lenient, readerOf, readJson } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';

type NumberType = ZodType<string | number>;

const adOf = (numeric: NumberType, integer: NumberType) =>
  z.object({
    requestId: z.string(),
    creationId: integer,
    currency: z.string(),
    adDomains: z.array(z.string()),
    tag: z.string(),
    adqLib: z.string(),
    mediaType: z.object({ name: z.string(), width: numeric, height: numeric }),
    cpm: numeric,
  });

const eitherWay = z.union([z.number(), z.string()]);
const SHAPES = {
  strings: adOf(z.string(), z.int()),
  both: adOf(eitherWay, eitherWay),
} as const;

type Ad = Lenient<z.input<(typeof SHAPES)['both']>>;

export interface ResponseRules {
  /** How numbers may be written. */
  readonly numbers: keyof typeof SHAPES;
  /** An ad of another type than banner. */
  readonly unsupported: (type: string) => BidderError;
  /** The imp of an ad, by the id of its own request. */
  readonly impIdOf: (requestId: string, request: SharedRequest) => string;
}

/** The id of an ad's request is that of the bid request, followed by that of the imp. */
export const impIdIn = (requestId: string, { id }: SharedRequest): string =>
  requestId.startsWith(id) ? requestId.slice(id.length) : requestId;

/** The same; an ad for no imp of the request belongs to the imp that has the request's id, as the Java variant has it. */
export function impIdOrRequestId(requestId: string, request: SharedRequest): string {
  const impId = impIdIn(requestId, request);
  return request.imp.some(({ id }) => id === impId) ? impId : request.id;
}

/** A `parse` hook. */
export function responseReader({ numbers, unsupported, impIdOf }: ResponseRules): (context: ResponseContext) => MadeBids {
  const read = readerOf(z.object({ data: SHAPES[numbers] }));
  return ({ request, response }) => {
    const found = readJson(response.body, read);
    if ('error' in found) return { errors: [badServer(found.error)] };
    const { data } = found.value;
    if (!data) return { result: { currency: 'USD', bids: [] }, errors: [] };
    const { name = '' } = data.mediaType ?? {};
    return name === 'banner' ? toResult(data, impIdOf(data.requestId ?? '', request)) : { errors: [unsupported(name)] };
  };
}

const notParsed = (what: string, text: string): BidderError => generic(`strconv.${what}: parsing ${JSON.stringify(text)}: invalid syntax`);

/** One bid, or one error per number that is none. */
function toResult(ad: Ad, impid: string): MadeBids {
  const { requestId = '', creationId = 0, currency, adDomains = [], tag = '', adqLib = '', cpm = '', mediaType = {} } = ad;
  const { width = '', height = '' } = mediaType;
  const price = toNumber(String(cpm));
  const w = toInteger(String(width));
  const h = toInteger(String(height));
  const errors: BidderError[] = [];
  if (price === undefined) errors.push(notParsed('ParseFloat', String(cpm)));
  if (w === undefined) errors.push(notParsed('ParseInt', String(width)));
  if (h === undefined) errors.push(notParsed('ParseInt', String(height)));
  if (price === undefined || w === undefined || h === undefined) return { errors };
  const adm = `<script src="${adqLib}"></script>${tag}`;
  const bid = { id: requestId, impid, price, adm, w, h, crid: String(creationId), ...filled({ adomain: [...adDomains] }) };
  return { result: { currency: currency || 'PLN', bids: [{ type: 'banner', bid }] }, errors: [] };
}
