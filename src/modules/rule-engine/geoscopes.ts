/**
 * The rule set made of the countries of the host's bidders (`geoscope` of their info): `deviceCountry` excludes bidders that do not operate
 * there.
 */

import type { BidderRegistry } from '#src/bidders/registry.ts';
import { isObject } from '#src/json/merge.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { RULE_DIALECTS } from './dialects.ts';
import { type ResultFunction, resultFunction } from './result-functions.ts';
import type { RuleSet } from './rule-set.ts';
import { schemaFunction } from './schema-functions.ts';
import { buildTree, type Rule } from './tree.ts';

/** Scopes by bidder: `GLOBAL`, `EEA`, alpha-3 codes, each also with `!` in front. */
export type BidderScopes = { readonly [bidder: string]: readonly string[] };
type Groups = ReadonlyMap<string, ReadonlySet<string>>;

/** Countries of bidders, by code; bidders without any are absent. The same object for the same bidders. */
export const geoscopesOf = memoByObject((bidders: BidderRegistry): BidderScopes => {
  const scoped = [...bidders.all.values()].flatMap(({ code, info: { geoscope } }) => (geoscope?.length ? [[code, geoscope] as const] : []));
  return Object.fromEntries(scoped);
});

const EEA = 'AUT BEL BGR CYP CZE DEU DNK EST ESP FIN FRA GRC HRV HUN IRL ISL ITA LIE LTU LUX LVA MLT NLD NOR POL PRT ROU SWE SVN SVK'.split(
  ' ',
);

/** A country that no scope names. */
const ANY_OTHER = '';

/**
 * The error message for a scope that is not a country code; undefined: all are valid. Groups and `GLOBAL` are valid too.
 * @param bidder code of the bidder with these scopes
 */
export function scopeError(bidder: string, scopes: readonly string[]): string | undefined {
  for (const [i, given] of scopes.entries()) {
    const scope = given.trim().toUpperCase();
    const barred = scope.startsWith('!');
    const code = barred ? scope.slice(1) : scope;
    const start = `invalid geoscope entry at index ${i}: ${code} for adapter: ${barred ? '!' : ''}${bidder} -`;
    if (code === 'GLOBAL' || code === 'EEA') continue;
    if (code.length !== 3) return `${start} must be a 3-letter ISO 3166-1 alpha-3 country code`;
    if (!/^[A-Z]{3}$/.test(code)) return `${start} must contain only uppercase letters A-Z`;
  }
  return undefined;
}

function countryGroups(settings: Ext): Groups {
  const groups = new Map<string, ReadonlySet<string>>([['EEA', new Set(EEA)]]);
  const definitions = settings['set_definitions'];
  const own = isObject(definitions) ? definitions['country_groups'] : undefined;
  if (!isObject(own)) return groups;
  for (const [name, countries] of Object.entries(own)) {
    if (Array.isArray(countries)) groups.set(name.toUpperCase(), new Set(countries.map((code) => String(code).toUpperCase())));
  }
  return groups;
}

/** Whether a bidder with these scopes is excluded in a country; the first kind of scope that it has decides. */
function isBarred(scopes: readonly string[], country: string, groups: Groups): boolean {
  const allowed = new Set(scopes.filter((scope) => !scope.startsWith('!')));
  const blocked = new Set(scopes.filter((scope) => scope.startsWith('!')).map((scope) => scope.slice(1)));
  if (allowed.has('GLOBAL')) return false;
  const inGroup = (names: ReadonlySet<string>): boolean => [...names].some((name) => groups.get(name)?.has(country));
  const hasGroup = (names: ReadonlySet<string>): boolean => [...names].some((name) => groups.has(name));
  if (hasGroup(allowed)) return inGroup(allowed) ? blocked.has(country) : !allowed.has(country);
  if (hasGroup(blocked)) return inGroup(blocked) ? !allowed.has(country) : blocked.has(country);
  return allowed.size > 0 ? !allowed.has(country) : blocked.has(country);
}

function namedCountries(scopes: BidderScopes, groups: Groups): Set<string> {
  const named = new Set<string>();
  for (const scope of Object.values(scopes).flat()) {
    const code = scope.startsWith('!') ? scope.slice(1) : scope;
    const group = groups.get(code);
    if (group) for (const country of group) named.add(country);
    else if (code !== 'GLOBAL') named.add(code);
  }
  return named;
}

/** The set; undefined if no bidder has a scope. */
export function geoscopeSet(given: BidderScopes, settings: Ext): RuleSet | undefined {
  const scopes = Object.fromEntries(
    Object.entries(given)
      .filter(([, list]) => list.length > 0)
      .map(([bidder, list]) => [bidder, list.map((scope) => scope.trim().toUpperCase())]),
  );
  const bidders = Object.keys(scopes);
  if (bidders.length === 0) return undefined;
  const groups = countryGroups(settings);
  const dialect = RULE_DIALECTS.go;
  const excluded = (country: string): ResultFunction[] => {
    const barred = bidders.filter((bidder) => isBarred(scopes[bidder] ?? [], country, groups));
    return barred.length > 0 ? [resultFunction('excludeBidders', { bidders: barred }, dialect)] : [];
  };
  const rules: Rule[] = [...namedCountries(scopes, groups)].map((country) => ({ conditions: [country], results: excluded(country) }));
  rules.push({ conditions: ['*'], results: excluded(ANY_OTHER) });
  const schema = [schemaFunction('deviceCountry', undefined, dialect)];
  const group = {
    weight: 100,
    analyticsKey: 'bidderConfig',
    version: '1.0',
    schema,
    rules,
    tree: buildTree(rules),
    defaults: [],
    defaultHits: 0,
    perImp: false,
  };
  return { name: 'bidderConfig', groups: [group] };
}
