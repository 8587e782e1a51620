/** Exchanges with one call per imp, which is sent with its params as its whole `ext`, whatever they are. */

import { isObject } from '#src/json/merge.ts';
import type { ImpExt } from '#src/openrtb/ext.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import { badInput, generic } from '../../errors.ts';
import { perImp } from '../../kit/fan-out.ts';
import type { TrafficSpec } from '../../kit/spec.ts';
import { status } from '../../kit/status.ts';

interface Params {
  readonly bidder: unknown;
}

type Traffic = TrafficSpec<Params, undefined>;

const isEmpty = (bidder: unknown): boolean => bidder == null || (isObject(bidder) && Object.keys(bidder).length === 0);

const readOr =
  (missing: string, isMissing: (bidder: unknown) => boolean) =>
  (bidder: unknown): Params | string =>
    isMissing(bidder) ? missing : { bidder };

/** `badExt`: the message for an `imp.ext` that cannot be read; `javaMissing`: the Java variant's message for missing params. */
export const bidderExtTraffic = (badExt: (cause: string) => string, javaMissing: string) =>
  ({
    readParams: readOr('bidder parameters required', (bidder) => bidder === undefined),
    badParams: (cause, _, step) => generic(step === 'ext' ? badExt(cause) : cause),
    imp: ({ params }) => ({ ext: params.bidder as DeepReadonly<ImpExt> }),
    fanout: perImp,
    status: status.s11,
    java: { readParams: readOr(javaMissing, isEmpty), badParams: (cause) => badInput(cause) },
  }) satisfies Traffic;
