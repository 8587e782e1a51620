/** From the imps of the request to those sent: checks, params, floors and the bidder's own changes. */
import type { ZodType } from 'zod';
import type { ImpExt } from '#src/openrtb/ext.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, isError } from '../errors.ts';
import { Costing } from './cost.ts';
import { type ParamsOf, paramsReader } from './imp-params.ts';
import { floorIn } from './money.ts';
import type { ImpStep, ImpWithParams, RequestContext, SharedImp, TrafficSpec } from './spec.ts';

export interface ReadImps<P> {
  readonly imps: readonly ImpWithParams<P>[];
  /** The request ends here, with these errors. */
  readonly ended?: readonly BidderError[] | undefined;
  /** Errors of dropped imps, which are in the context's errors too. */
  readonly dropped: ReadonlySet<BidderError>;
}

type Hook<P, T> = TrafficSpec<P, T>['imp'];

/** Reads the imps of a request by the fields of the spec; errors go to the context in imp order. */
export function impReader<P, T>(spec: TrafficSpec<P, T>, params: ZodType): (context: RequestContext<T>) => ReadImps<P> {
  const paramsFor = paramsReader(spec, params);
  return (context) => {
    const costing = new Costing<ImpStep>(spec.onBadImp, context.errors);
    const pass = new ImpPass(spec, context, costing);
    let imps: readonly ImpWithParams<P>[] = pass.first(paramsFor(context));
    if (spec.finishImp && !costing.ended) imps = pass.finish(imps, spec.finishImp);
    const ended = costing.end();
    if (!ended) return { imps, dropped: costing.dropped };
    return { imps, ended: spec.abortError ? [...ended, spec.abortError(context, ended)] : ended, dropped: costing.dropped };
  };
}

/** One walk over the imps of one request. */
class ImpPass<P, T> {
  readonly #spec: TrafficSpec<P, T>;
  readonly #context: RequestContext<T>;
  readonly #costing: Costing<ImpStep>;

  constructor(spec: TrafficSpec<P, T>, context: RequestContext<T>, costing: Costing<ImpStep>) {
    this.#spec = spec;
    this.#context = context;
    this.#costing = costing;
  }

  first(paramsOf: ParamsOf<P>): ImpWithParams<P>[] {
    const retained: ImpWithParams<P>[] = [];
    const { imp: imps } = this.#context.request;
    for (let index = 0; index < imps.length && !this.#costing.ended; index++) {
      const made = this.#read(imps[index] as SharedImp, index, paramsOf);
      if (made) retained.push(made);
    }
    return retained;
  }

  finish(imps: readonly ImpWithParams<P>[], hook: NonNullable<Hook<P, T>>): ImpWithParams<P>[] {
    const retained: ImpWithParams<P>[] = [];
    for (const item of imps) {
      if (this.#costing.ended) break;
      const made = this.#change(item, hook);
      if (made) retained.push(made);
    }
    return retained;
  }

  /** The imp as sent; undefined if it is dropped. */
  #read(imp: SharedImp, index: number, paramsOf: ParamsOf<P>): ImpWithParams<P> | undefined {
    const { checkImp, floor } = this.#spec;
    const checked = checkImp?.(imp, this.#context, index);
    if (checked === 'skip') return undefined;
    if (checked && !this.#costing.retains(checked, 'check')) return undefined;
    const early = floor?.at === 'before-params' ? this.#withFloor(imp) : imp;
    if (!early) return undefined;
    const read = paramsOf(early, index);
    const ext = (imp.ext ?? {}) as DeepReadonly<ImpExt>;
    // An imp retained despite unreadable params is sent unchanged.
    if ('error' in read) return this.#costing.retains(read.error, read.step) ? { imp: early, params: {} as P, ext, index } : undefined;
    const floored = floor && floor.at === undefined ? this.#withFloor(early) : early;
    return floored && this.#change({ imp: floored, params: read.params, ext, index }, this.#spec.imp);
  }

  #withFloor(imp: SharedImp): SharedImp | undefined {
    const { floor } = this.#spec;
    if (!floor) return imp;
    const patch = floorIn(this.#context.info, imp, floor.to);
    if ('value' in patch) return patch.value ? { ...imp, ...patch.value } : imp;
    const error = floor.error ? floor.error(imp.bidfloorcur ?? '', patch.error, imp) : badInput(patch.error);
    return this.#costing.retains(error, 'floor') ? imp : undefined;
  }

  #change(item: ImpWithParams<P>, hook: Hook<P, T>): ImpWithParams<P> | undefined {
    const patch = hook?.(item, this.#context);
    if (patch === undefined) return item;
    if (patch === 'skip') return undefined;
    if (isError(patch)) return this.#costing.retains(patch, 'imp') ? item : undefined;
    return { ...item, imp: { ...item.imp, ...patch } };
  }
}
