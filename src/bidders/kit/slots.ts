/** From imps to slots: what the bidder's part of each imp says, and the bidder's own changes to the imp. */
import type { ZodType } from 'zod';
import type { ImpExt } from '#src/wire/ext.ts';
import type { DeepReadonly } from '#src/wire/ortb.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, isFault } from '../errors.ts';
import { asObject, notAnObject } from './decode.ts';
import { floorIn } from './money.ts';
import { readerOf } from './reader.ts';
import type { RequestContext, SharedImp, Slot, TrafficSpec } from './spec.ts';

/** Gives the params of one imp, or the error they cost. */
type ReadParams<P, T> = (imp: SharedImp, index: number, context: RequestContext<T>) => P | BidderError;

/** The slots of a request (errors of dropped imps go to the context), or the error that ends it. */
export type ReadSlots<P, T> = (context: RequestContext<T>) => readonly Slot<P>[] | BidderError;

export function slotReader<P, T>(spec: TrafficSpec<P, T>, params: ZodType): ReadSlots<P, T> {
  const read = paramsReader(spec, params);
  return (context) => {
    const slots: Slot<P>[] = [];
    const { imp: imps } = context.request;
    for (let index = 0; index < imps.length; index++) {
      const imp = imps[index] as SharedImp;
      const found = read(imp, index, context);
      const slot = isFault(found)
        ? found
        : shape(spec, { imp, params: found, ext: (imp.ext ?? {}) as DeepReadonly<ImpExt>, index }, context);
      if (!isFault(slot)) {
        if (slot) slots.push(slot);
      } else if (spec.onBadImp === 'abort') return slot;
      else context.errors.push(slot);
    }
    return slots;
  };
}

function paramsReader<P, T>(spec: TrafficSpec<P, T>, params: ZodType): ReadParams<P, T> {
  const how = spec.readParams ?? 'required';
  if (how === 'never') return () => ({}) as P;
  const read = typeof how === 'function' ? how : (readerOf(params) as (value: unknown) => P | string);
  if (how === 'if-readable') {
    return (imp) => {
      const found = read(imp.ext?.bidder);
      return typeof found === 'string' ? ({} as P) : found;
    };
  }
  const fault = spec.badParams ?? ((cause: string): BidderError => badInput(cause));
  return (imp, index, context) => {
    const ext = asObject(imp.ext);
    if (typeof ext === 'string') return fault(ext, imp, 'ext', index, context);
    const { srv, bidder } = ext;
    if (srv !== undefined && typeof asObject(srv) === 'string') {
      return fault(`cannot unmarshal srv: ${notAnObject(srv)}`, imp, 'ext', index, context);
    }
    const found = read(bidder);
    return typeof found === 'string' ? fault(found, imp, 'params', index, context) : found;
  };
}

/** The slot after the floor rule and the bidder's own changes; an error or nothing where the imp is dropped. */
function shape<P, T>(spec: TrafficSpec<P, T>, slot: Slot<P>, context: RequestContext<T>): Slot<P> | BidderError | undefined {
  const floored = spec.floor ? withFloor(spec.floor, slot, context) : slot;
  if (isFault(floored) || !spec.imp) return floored;
  const patch = spec.imp(floored, context);
  if (patch === 'skip') return undefined;
  if (isFault(patch)) return patch;
  return patch ? { ...floored, imp: { ...floored.imp, ...patch } } : floored;
}

function withFloor<P, T>(
  { to, fault }: NonNullable<TrafficSpec<P, T>['floor']>,
  slot: Slot<P>,
  { info }: RequestContext<T>,
): Slot<P> | BidderError {
  const patch = floorIn(info, slot.imp, to);
  if (typeof patch === 'string') return fault ? fault(slot.imp.bidfloorcur ?? '', patch, slot.imp) : badInput(patch);
  return patch ? { ...slot, imp: { ...slot.imp, ...patch } } : slot;
}
