/** `defineBidder({ … })`: one bidder, from its info, its params and its traffic. */
import type { ZodType, z } from 'zod';
import type { Adapter, BidderDefinition, BuildInput } from '../bidder.ts';
import { type InfoSpec, toAliasInfo, toInfo } from './bidder-info.ts';
import { KIT_DIALECTS } from './kit-dialect.ts';
import { bidMaker } from './make-bids.ts';
import { requestMaker } from './make-requests.ts';
import type { Lenient } from './reader.ts';
import type { AliasSpec, BidderSpec, JavaNames, TrafficSpec } from './spec.ts';

/** The default export of a bidder's file. */
export function defineBidder<S extends ZodType, P = Lenient<z.input<S>>, T = undefined>(spec: BidderSpec<S, P, T>): BidderDefinition {
  return {
    code: spec.code,
    ...infoOf(spec),
    java: spec.java && javaOf(javaSpec(spec), spec.java),
    javaCode: spec.javaCode,
    params: spec.params,
    build: (input) => buildAdapter(spec, input),
  };
}

type Named = InfoSpec & { readonly code: string; readonly aliases?: { readonly [code: string]: AliasSpec } };
type Infos = Pick<BidderDefinition, 'info' | 'aliases'>;

/** The bidder's info, and that of its aliases. */
function infoOf(spec: Named): Infos {
  const aliases = Object.entries(spec.aliases ?? {}).map(([code, alias]) => [code, toAliasInfo(alias, spec)] as const);
  return { info: toInfo(spec), aliases: Object.fromEntries(aliases) };
}

/** The same for the Java variant, and its own params. */
function javaOf(spec: Named, { aliasOf, params }: JavaNames): NonNullable<BidderDefinition['java']> {
  const own = Object.entries(spec.aliases ?? {}).map(([code, { java, ...alias }]) => [code, { ...alias, ...java }] as const);
  const { info, aliases } = infoOf({ ...spec, aliases: Object.fromEntries(own) });
  return { info: { ...info, aliasOf }, aliases, ...(params && { params }) };
}

/** A part of a spec shared by several bidders; exists for its types only. */
export const traffic = <P, T = undefined>(spec: TrafficSpec<P, T>): TrafficSpec<P, T> => spec;

/** The spec of the Java variant: its differences merged over the rest. */
function javaSpec<S extends ZodType, P, T>(spec: BidderSpec<S, P, T>): BidderSpec<S, P, T> {
  const { java } = spec;
  if (!java) return spec;
  const response = java.response ? { ...spec.response, ...java.response } : spec.response;
  return { ...spec, ...java, aliases: { ...spec.aliases, ...java.aliases }, response } as BidderSpec<S, P, T>;
}

/** The spec of each variant. */
const SPECS = {
  go: <S extends ZodType, P, T>(spec: BidderSpec<S, P, T>): BidderSpec<S, P, T> => spec,
  java: javaSpec,
} as const;

/** The two halves of one instance. An exception of a hook is a bug and not caught here, but in the one place that logs and counts it. */
function buildAdapter<S extends ZodType, P, T>(given: BidderSpec<S, P, T>, { dialect, ...builder }: BuildInput): Adapter {
  const spec = SPECS[dialect](given);
  const instance = { builder, setup: spec.setup?.(builder) as T, dialect: KIT_DIALECTS[dialect] };
  const { timeoutNotice, okStatus } = spec;
  return {
    makeRequests: requestMaker(spec, spec.params, instance),
    makeBids: bidMaker(spec, instance),
    ...(okStatus !== undefined && { okStatus }),
    ...(timeoutNotice && { timeoutNotice: (call) => timeoutNotice(call, builder) }),
  };
}
