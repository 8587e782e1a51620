/** Exchanges with one call per source of the publisher: a whole number that may be written as a string. */

import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError, MediaType } from '../../bidder.ts';
import { badInput, badServer } from '../../errors.ts';
import { impOf } from '../../kit/bids.ts';
import { field, wrongType } from '../../kit/decode.ts';
import { groupBy } from '../../kit/fan-out.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf } from '../../kit/reader.ts';
import type { SharedBid, TypeRule } from '../../kit/response-spec.ts';
import type { ImpPatch, ImpWithParams, SharedImp, TrafficSpec } from '../../kit/spec.ts';

/** `source`: the source as written, `''` if there is none. */
interface Params {
  readonly source: string;
  readonly placementId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly bidFloor?: number | undefined;
}

/** The source as a number, or the error. */
type Parse = (source: string, imp: SharedImp) => number | BidderError;

export interface SourceRules {
  /** The key of the params in `imp.ext` as sent. */
  readonly extKey: string;
  /** The source's name in the params, in `imp.ext` and in the URL. */
  readonly name: 'aid' | 'source';
  readonly parse: Parse;
}

const readOthers = readerOf(z.object({ placementId: z.int(), siteId: z.int(), bidFloor: z.number() }));

const paramsReader =
  (name: SourceRules['name']) =>
  (bidder: unknown): Result<Params> => {
    const others = readOthers(bidder);
    if ('error' in others) return others;
    const source = field(object(bidder), name) ?? '';
    const isReadable = typeof source === 'string' || typeof source === 'number';
    return isReadable ? { value: { ...others.value, source: String(source) } } : { error: wrongType('string', source, name) };
  };

export const ignoring = ({ id }: SharedImp, message: string): BidderError => badInput(`ignoring imp id=${id}, ${message}`);

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A whole number of 64 bits. `step` is the word for the first step in its message, `error` makes the error of the second. */
export const parseInteger =
  (step: 'encoding' | 'marshaling', error: (message: string, imp: SharedImp) => BidderError): Parse =>
  (source, imp) => {
    if (source !== '' && !JSON_NUMBER.test(source)) {
      return ignoring(imp, `error while ${step} impExt, err: json: invalid number literal ${JSON.stringify(source)}`);
    }
    const failed = (cause: string): BidderError => error(`strconv.ParseInt: parsing "${source}": ${cause}`, imp);
    if (!/^-?\d+$/.test(source)) return failed('invalid syntax');
    return BigInt.asIntN(64, BigInt(source)) === BigInt(source) ? Number(source) : failed('value out of range');
  };

/** A whole number of 32 bits; a missing one counts as 0. */
export const parseJavaInteger =
  (error: (source: string, imp: SharedImp) => BidderError): Parse =>
  (source, imp) => {
    const isInteger = /^[+-]?\d{1,10}$/.test(source) && Number(source) === (Number(source) | 0);
    return source === '' || isInteger ? Number(source) : error(source, imp);
  };

/** An imp hook: the parsed params under the exchange's own key. */
const withSource =
  ({ extKey, name, parse }: SourceRules) =>
  ({ imp, params: { source, placementId, siteId, bidFloor = 0 } }: ImpWithParams<Params>): ImpPatch | BidderError => {
    const parsed = parse(source, imp);
    if (typeof parsed !== 'number') return parsed;
    const ext = { [extKey]: { [name]: parsed, ...filled({ placementId, siteId, bidFloor }) } };
    return bidFloor > 0 ? { ext, bidfloor: bidFloor } : { ext };
  };

const numberString = ({ params }: ImpWithParams<Params>): string => String(BigInt(params.source));

/** A bid with an unknown impid. */
const unknownImp = ({ id, impid }: SharedBid): BidderError =>
  badServer(`ignoring bid id=${id}, request doesn't contain any impression with id=${impid}`);

type CheckImp = (imp: SharedImp) => BidderError | undefined;

/** A type rule: the first type in `order` that the bid's imp has, else banner. An imp that was dropped is unknown. */
export const typeOfSent = ({ name, parse }: SourceRules, check: CheckImp, order: readonly MediaType[]): TypeRule => {
  const read = paramsReader(name);
  const isSent = (imp: SharedImp): boolean => {
    const params = paramsIn(imp, read);
    return check(imp) === undefined && 'value' in params && typeof parse(params.value.source, imp) === 'number';
  };
  return (bid, { request }) => {
    const imp = impOf(request, bid.impid);
    return imp && isSent(imp) ? (order.find((type) => imp[type]) ?? 'banner') : unknownImp(bid);
  };
};

export const checkExt = (imp: SharedImp): BidderError | undefined =>
  imp.ext === undefined ? ignoring(imp, 'extImpBidder is empty') : undefined;

/** Rejects imps without video and banner, with a message that names the exchange. */
export const checkFormats =
  (exchange: string) =>
  (imp: SharedImp): BidderError | undefined =>
    imp.banner || imp.video ? checkExt(imp) : ignoring(imp, `${exchange} supports only Video and Banner`);

export const sourceIdTraffic = (rules: SourceRules) =>
  ({
    readParams: paramsReader(rules.name),
    badParams: (cause, imp, step) => ignoring(imp, `error while decoding ${step === 'ext' ? 'extImpBidder' : 'impExt'}, err: ${cause}`),
    imp: withSource(rules),
    fanout: (imps) => groupBy(imps, numberString),
    uri: ([first], { builder }) => `${builder.endpoint}?${rules.name}=${first ? numberString(first) : ''}`,
  }) satisfies TrafficSpec<Params, undefined>;

export const unreadable = (cause: string): BidderError => badServer(`error while decoding response, err: ${cause}`);
