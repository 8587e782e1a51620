/** The responses of `/info/bidders` and `/bidders/params`, built from the registry. */
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Platform } from './bidder.ts';
import type { BidderRegistry, KnownBidder } from './registry.ts';

/** Info of one bidder in the response. */
export interface BidderInfoResponse {
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly usesHttps?: boolean;
  readonly maintainer?: { readonly email: string };
  readonly capabilities?: { readonly [P in Platform]?: { readonly mediaTypes: readonly string[] } };
  readonly aliasOf?: string;
}

export interface ListFilter {
  readonly enabledOnly: boolean;
  readonly baseAdaptersOnly: boolean;
}

/** Alias → core bidder. */
export type RequestAliases = Readonly<Record<string, string>>;

/** The aliases of the default request, if the host lists them. */
export function defaultAliases(isListed: boolean, defaultRequest: Ext | undefined): RequestAliases {
  const { ext } = isListed && defaultRequest ? defaultRequest : { ext: undefined };
  const srv = isObject(ext) ? ext['srv'] : undefined;
  const aliases = isObject(srv) ? srv['aliases'] : undefined;
  return isObject(aliases) ? (aliases as RequestAliases) : {};
}

const isShown = ({ info }: KnownBidder): boolean => !info.whiteLabelOnly;

/** The bidders behind the aliases of the default request; an alias with a bidder's name is ignored. */
const aliased = (registry: BidderRegistry, aliases: RequestAliases): { readonly alias: string; readonly bidder: KnownBidder }[] =>
  Object.entries(aliases).flatMap(([alias, core]) => {
    const bidder = registry.known(alias) ? undefined : registry.known(core);
    return bidder ? [{ alias, bidder }] : [];
  });

/** The bidders and the aliases of the default request by code. */
function listed(registry: BidderRegistry, aliases: RequestAliases): KnownBidder[] {
  const more = aliased(registry, aliases).map(({ alias, bidder }) => {
    return { ...bidder, code: alias, info: { ...bidder.info, aliasOf: bidder.code } };
  });
  return [...registry.all.values(), ...more].filter(isShown).sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Sorted names; white-label bidders are never included. */
export function bidderNames(registry: BidderRegistry, { enabledOnly, baseAdaptersOnly }: ListFilter, aliases: RequestAliases): string[] {
  return listed(registry, aliases)
    .filter(({ info }) => (!enabledOnly || info.enabled) && (!baseAdaptersOnly || info.aliasOf === undefined))
    .map(({ code }) => code);
}

/** A query flag; an error if its value is neither true nor false. Default: false. */
export function readFlag(name: string, value: string | undefined): Result<boolean> {
  const text = value?.toLowerCase() ?? 'false';
  if (text !== 'true' && text !== 'false') return { error: `Invalid value for '${name}' query param, must be of boolean type` };
  return { value: text === 'true' };
}

/**
 * One bidder's info.
 * @param describesDisabled endpoint and capabilities of a disabled bidder are published, too
 */
export function bidderInfo({ info }: KnownBidder, describesDisabled: boolean): BidderInfoResponse {
  const maintainer = info.maintainer === '' ? {} : { maintainer: { email: info.maintainer } };
  const aliasOf = info.aliasOf === undefined ? {} : { aliasOf: info.aliasOf };
  if (!info.enabled && !describesDisabled) return { status: 'DISABLED', ...maintainer, ...aliasOf };
  return {
    status: info.enabled ? 'ACTIVE' : 'DISABLED',
    usesHttps: /^https:\/\//i.test(info.endpoint),
    ...maintainer,
    ...capabilitiesOf(info.capabilities),
    ...aliasOf,
  };
}

function capabilitiesOf(capabilities: KnownBidder['info']['capabilities']): Pick<BidderInfoResponse, 'capabilities'> {
  const made: { [P in Platform]?: { mediaTypes: readonly string[] } } = {};
  for (const platform of ['app', 'site', 'dooh'] as const) {
    const mediaTypes = capabilities[platform];
    if (mediaTypes) made[platform] = { mediaTypes };
  }
  return Object.keys(made).length > 0 ? { capabilities: made } : {};
}

/** Info of one bidder by its name in any case, or of all under `all`; undefined: unknown bidder. */
export function infoByName(
  registry: BidderRegistry,
  name: string,
  describesDisabled: boolean,
  aliases: RequestAliases,
): object | undefined {
  const shown = listed(registry, aliases);
  if (name.toLowerCase() === 'all') {
    return Object.fromEntries(shown.map((bidder) => [bidder.code, bidderInfo(bidder, describesDisabled)]));
  }
  const code = registry.known(name)?.code ?? name;
  const bidder = shown.find((each) => each.code === code);
  return bidder && bidderInfo(bidder, describesDisabled);
}

/** Every bidder's params schema by name; an alias has its core bidder's. @param aliases those of the default request */
export function allParams(registry: BidderRegistry, aliases: RequestAliases = {}): object {
  const codes = new Map([...registry.all.keys()].map((code) => [code, code]));
  for (const { alias, bidder } of aliased(registry, aliases)) codes.set(alias, bidder.code);
  return Object.fromEntries([...codes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, code]) => [name, registry.paramsSchema(code)]));
}
