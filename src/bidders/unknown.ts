/** Settings of bidders that this host does not have. */
import type { Rules } from '#src/config/rule-set.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { BidderDefinition } from './bidder.ts';

export interface AdapterSettings {
  /** Settings of known bidders. */
  readonly adapters: HostConfig['adapters'];
  /** Ignored codes: disabled ones, or all of them. */
  readonly ignored: readonly string[];
  /** Codes that are errors. */
  readonly unknown: readonly string[];
}

/** Every name of a bidder. */
export const namesOf = ({ code, javaCode, aliases, java }: BidderDefinition): string[] => [
  code,
  ...(javaCode === undefined ? [] : [javaCode]),
  ...Object.keys(aliases),
  ...Object.keys(java?.aliases ?? {}),
];

/** Splits `adapters` into known and unknown bidders; an alias belongs to its bidder. */
export function partAdapters(
  definitions: readonly BidderDefinition[],
  { adapters, rules }: Pick<HostConfig, 'adapters'> & { readonly rules: Pick<Rules, 'ignoreUnknownAdapters'> },
): AdapterSettings {
  const known = new Set(definitions.flatMap(namesOf).map((name) => name.toLowerCase()));
  const targets = new Map(Object.entries(adapters).map(([code, { alias_of: name }]) => [code.toLowerCase(), name?.toLowerCase()]));
  const isKnown = (code: string, seen: readonly string[] = []): boolean => {
    const target = targets.get(code);
    return target === undefined || seen.includes(code) ? known.has(code) : isKnown(target, [...seen, code]);
  };
  const missing = Object.entries(adapters).filter(([code]) => !isKnown(code.toLowerCase()));
  const isIgnored = ({ disabled, enabled }: HostConfig['adapters'][string]): boolean =>
    rules.ignoreUnknownAdapters || disabled === true || enabled === false;
  return {
    adapters: Object.fromEntries(Object.entries(adapters).filter(([code]) => isKnown(code.toLowerCase()))),
    ignored: missing.filter(([, settings]) => isIgnored(settings)).map(([code]) => code),
    unknown: missing.filter(([, settings]) => !isIgnored(settings)).map(([code]) => code),
  };
}
