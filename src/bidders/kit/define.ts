/** `defineBidder({ … })`: one bidder, from its facts, its params and how it is talked to. */
import type { ZodType, z } from 'zod';
import { errorMessage } from '#src/wire/error-message.ts';
import type { Adapter, BidderDefinition, Builder } from '../bidder.ts';
import { generic } from '../errors.ts';
import { toAliasFacts, toFacts } from './facts.ts';
import type { Lenient } from './reader.ts';
import { requestMaker } from './requests.ts';
import { bidMaker } from './results.ts';
import type { AliasSpec, BidderSpec, FactSpec, JavaSpec, TrafficSpec } from './spec.ts';

/** The definition a bidder's file exports as its default. */
export function defineBidder<S extends ZodType, P = Lenient<z.input<S>>, T = undefined>(spec: BidderSpec<S, P, T>): BidderDefinition {
  return {
    code: spec.code,
    ...factsOf(spec),
    java: spec.java && javaFactsOf(spec, spec.java),
    javaCode: spec.javaCode,
    params: spec.params,
    build: (builder) => buildAdapter(spec, builder),
  };
}

type Named = FactSpec & { readonly code: string; readonly aliases?: { readonly [code: string]: AliasSpec } };
type Facts = Pick<BidderDefinition, 'facts' | 'aliases'>;

/** The bidder's facts, and those of its aliases. */
function factsOf(spec: Named): Facts {
  const aliases = Object.entries(spec.aliases ?? {}).map(([code, alias]) => [code, toAliasFacts(alias, spec)] as const);
  return { facts: toFacts(spec), aliases: Object.fromEntries(aliases) };
}

/** The same in the Java variant. */
function javaFactsOf(spec: Named, { aliasOf, ...own }: JavaSpec): Facts {
  const aliases = Object.entries(spec.aliases ?? {}).map(([code, { java, ...alias }]) => [code, { ...alias, ...java }] as const);
  const { facts, aliases: made } = factsOf({ ...spec, ...own, aliases: Object.fromEntries(aliases) });
  return { facts: { ...facts, aliasOf }, aliases: made };
}

/** A part of a spec that several bidders share; only its types are looked at. */
export const traffic = <P, T = undefined>(spec: TrafficSpec<P, T>): TrafficSpec<P, T> => spec;

/**
 * The two halves as functions of one instance. This is the one place where what a hook throws (a bug) is caught: it costs
 * this bidder this call and nobody else anything.
 */
function buildAdapter<S extends ZodType, P, T>(spec: BidderSpec<S, P, T>, builder: Builder): Adapter {
  const setup = spec.setup?.(builder) as T;
  const makeRequests = requestMaker(spec, spec.params, builder, setup);
  const makeBids = bidMaker(spec, builder, setup);
  const { timeoutNotice } = spec;
  const broken = (cause: unknown) => generic(`adapter ${spec.code} failed: ${errorMessage(cause)}`);
  const adapter: Adapter = {
    makeRequests(request, info) {
      try {
        return makeRequests(request, info);
      } catch (cause) {
        return { calls: [], errors: [broken(cause)] };
      }
    },
    makeBids(request, sent, answer) {
      try {
        return makeBids(request, sent, answer);
      } catch (cause) {
        return { errors: [broken(cause)] };
      }
    },
  };
  if (!timeoutNotice) return adapter;
  return {
    ...adapter,
    timeoutNotice(sent) {
      try {
        return timeoutNotice(sent, builder);
      } catch {
        return undefined;
      }
    },
  };
}
