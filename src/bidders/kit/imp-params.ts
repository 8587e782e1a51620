/** The params of imps: their decoding, and the source of an imp's params. */

import type { ZodType } from 'zod';
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError } from '../bidder.ts';
import { aborting, badInput } from '../errors.ts';
import { asObject, field } from './decode.ts';
import { type Reader, readerOf } from './reader.ts';
import type { RequestContext, SharedImp, TrafficSpec } from './spec.ts';

type Read<P> = { readonly params: P } | { readonly error: BidderError; readonly step: 'ext' | 'params' };

/** The params of one imp, or the error of decoding them. */
export type ParamsOf<P> = (imp: SharedImp, index: number) => Read<P>;

/** Finds the params of one request's imps. */
export function paramsReader<P, T>(spec: TrafficSpec<P, T>, params: ZodType): (context: RequestContext<T>) => ParamsOf<P> {
  const decode = decoderOf(spec, params);
  switch (spec.paramsOf) {
    case 'first':
      return (context) => ofFirst((imp, index) => decode(imp, index, context), context.request.imp);
    case 'first-readable':
      return (context) => ofOne((imp, index) => decode(imp, index, context), context.request.imp, 'first');
    case 'last':
      return (context) => ofOne((imp, index) => decode(imp, index, context), context.request.imp, 'last');
    case 'inherited':
      return (context) => inherited((imp, index) => decode(imp, index, context));
    default:
      return (context) => (imp, index) => decode(imp, index, context);
  }
}

type Decode<P, T> = (imp: SharedImp, index: number, context: RequestContext<T>) => Read<P>;

function decoderOf<P, T>(spec: TrafficSpec<P, T>, params: ZodType): Decode<P, T> {
  const how = spec.readParams ?? 'required';
  const none: Read<P> = { params: {} as P };
  if (how === 'never') return () => none;
  const read = typeof how === 'function' ? how : (readerOf(params) as Reader<P>);
  if (how === 'if-readable') {
    return (imp) => {
      const found = read(imp.ext?.bidder);
      return 'error' in found ? none : { params: found.value };
    };
  }
  const errorOf = spec.badParams ?? ((cause: string): BidderError => badInput(cause));
  return (imp, index, context) => {
    const failed = (cause: string, step: 'ext' | 'params'): Read<P> => ({ error: errorOf(cause, imp, step, index, context), step });
    const ext = extOf(imp);
    if ('error' in ext) return failed(ext.error, 'ext');
    const found = read(ext.value.bidder);
    return 'error' in found ? failed(found.error, 'params') : { params: found.value };
  };
}

/** `imp.ext` with the undecoded params in it, whatever the letter case of their key, or the decoder's message. */
export function extOf(imp: SharedImp | undefined): Result<{ readonly bidder?: unknown }> {
  const ext = asObject(imp?.ext);
  if ('error' in ext) return ext;
  const { srv = null, bidder } = ext.value;
  if (srv !== null && !isObject(srv)) return { error: `cannot unmarshal srv: ${notAnObject(srv)}` };
  return bidder === undefined ? { value: { bidder: field(ext.value, 'bidder') } } : ext;
}

/** The params of an imp outside the pass over imps (in `fanout`, or for a response), or the decoder's message. */
export function paramsIn<P>(imp: SharedImp, read: Reader<P>): Result<P> {
  const ext = extOf(imp);
  return 'error' in ext ? ext : read(ext.value.bidder);
}

/** Only the first imp is decoded, and nothing is sent without its params. */
function ofFirst<P>(decode: ParamsOf<P>, imps: readonly SharedImp[]): ParamsOf<P> {
  const [first] = imps;
  if (!first) return decode;
  const read = decode(first, 0);
  const made = 'error' in read ? { ...read, error: aborting(read.error) } : read;
  return () => made;
}

/** The params of the first or last readable imp; an unreadable imp keeps its error. */
function ofOne<P>(decode: ParamsOf<P>, imps: readonly SharedImp[], which: 'first' | 'last'): ParamsOf<P> {
  const failed = new Map<number, Read<P>>();
  let found: Read<P> | undefined;
  for (const [index, imp] of imps.entries()) {
    if (found && which === 'first') break;
    const read = decode(imp, index);
    if ('error' in read) failed.set(index, read);
    else found = read;
  }
  const shared = found ?? { params: {} as P };
  return (_, index) => failed.get(index) ?? shared;
}

function inherited<P>(decode: ParamsOf<P>): ParamsOf<P> {
  let known: P | undefined;
  return (imp, index) => {
    const read = decode(imp, index);
    if ('error' in read) return read;
    known = { ...known, ...read.params };
    return { params: known };
  };
}
