/** Exchanges with one call per imp, which is sent with its params as its whole `ext`, whatever they are. */
import { isObject } from '#src/json/merge.ts';
import type { ImpExt } from '#src/openrtb/ext.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import type { BidderError } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { asObject } from '../../kit/decode.ts';
import { perImp } from '../../kit/fan-out.ts';
import type { ImpPatch, ImpWithParams, TrafficSpec } from '../../kit/spec.ts';
import { status } from '../../kit/status.ts';

const isEmpty = (bidder: unknown): boolean => bidder == null || (isObject(bidder) && Object.keys(bidder).length === 0);

/** Nothing in `imp.ext` is decoded but the presence of params. */
const paramsAsExt =
  (badExt: (cause: string) => BidderError, missing: (bidder: unknown) => BidderError | undefined) =>
  ({ imp }: ImpWithParams<unknown>): ImpPatch | BidderError => {
    const ext = asObject(imp.ext);
    if ('error' in ext) return badExt(ext.error);
    const { bidder } = ext.value;
    return missing(bidder) ?? { ext: bidder as DeepReadonly<ImpExt> };
  };

/** `badExt`: the message for an `imp.ext` that cannot be read; `javaMissing`: the Java variant's message for missing params. */
export const bidderExtTraffic = (badExt: (cause: string) => string, javaMissing: string) =>
  ({
    readParams: 'never',
    imp: paramsAsExt(
      (cause) => generic(badExt(cause)),
      (bidder) => (bidder === undefined ? generic('bidder parameters required') : undefined),
    ),
    fanout: perImp,
    status: status.s11,
    java: {
      imp: paramsAsExt(badInput, (bidder) => (isEmpty(bidder) ? badInput(javaMissing) : undefined)),
    },
  }) satisfies TrafficSpec<unknown, undefined>;
