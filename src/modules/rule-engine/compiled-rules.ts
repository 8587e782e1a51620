/** Compiled rules of accounts, once per settings object: the hook runs them, and the admin listener shows them with their matches. */
import type { Ext } from '#src/openrtb/ext.ts';
import { COMPILERS, type RuleFormat } from './compilers.ts';
import type { BidderScopes } from './geoscopes.ts';
import type { RuleSet } from './rule-set.ts';

const compiled = new WeakMap<BidderScopes, WeakMap<Ext, readonly RuleSet[]>>();

/**
 * The rule sets of an account's settings.
 * @param scopes countries of the host's bidders; the same object for the same host
 * @throws RuleError if the settings are invalid
 */
export function rulesOf(settings: Ext, format: RuleFormat, scopes: BidderScopes): readonly RuleSet[] {
  const own = compiled.get(scopes) ?? new WeakMap<Ext, readonly RuleSet[]>();
  compiled.set(scopes, own);
  const known = own.get(settings);
  if (known) return known;
  const made = COMPILERS[format](settings, scopes);
  own.set(settings, made);
  return made;
}

/** Drops the compiled rules of settings. */
export const forgetRules = (settings: Ext, scopes: BidderScopes): void => void compiled.get(scopes)?.delete(settings);
