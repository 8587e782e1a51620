/** The responses of `/info/bidders` and `/bidders/params`, built from the registry. */
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

const isShown = ({ info }: KnownBidder): boolean => !info.whiteLabelOnly;

/** Sorted names; white-label bidders are never included. */
export function bidderNames(registry: BidderRegistry, { enabledOnly, baseAdaptersOnly }: ListFilter): string[] {
  return [...registry.all.values()]
    .filter(isShown)
    .filter(({ info }) => (!enabledOnly || info.enabled) && (!baseAdaptersOnly || info.aliasOf === undefined))
    .map(({ code }) => code)
    .sort();
}

/** A query flag; an error message if its value is neither true nor false. Default: false. */
export function readFlag(name: string, value: string | undefined): boolean | string {
  if (value === undefined) return false;
  const text = value.toLowerCase();
  if (text === 'true') return true;
  return text === 'false' ? false : `Invalid value for '${name}' query param, must be of boolean type`;
}

/**
 * One bidder's info.
 * @param describesDisabled endpoint and capabilities of a disabled bidder are published, too
 */
export function bidderInfo({ info }: KnownBidder, describesDisabled = false): BidderInfoResponse {
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
export function infoByName(registry: BidderRegistry, name: string, describesDisabled = false): object | undefined {
  if (name.toLowerCase() === 'all') {
    const shown = [...registry.all.values()].filter(isShown).sort((a, b) => (a.code < b.code ? -1 : 1));
    return Object.fromEntries(shown.map((bidder) => [bidder.code, bidderInfo(bidder, describesDisabled)]));
  }
  const bidder = registry.known(name);
  return bidder && isShown(bidder) ? bidderInfo(bidder, describesDisabled) : undefined;
}

/** Every bidder's params schema by name; an alias has its core bidder's. */
export function allParams(registry: BidderRegistry): object {
  return Object.fromEntries([...registry.all.keys()].sort().map((code) => [code, registry.paramsSchema(code)]));
}
