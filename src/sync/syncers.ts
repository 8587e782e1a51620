/** One syncer per bidder: its sync URLs compiled at startup. */
import type { SyncEndpoint, UserSyncInfo } from '#src/bidders/bidder.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Result } from '#src/lang/result.ts';
import { allowedTypes, type SyncType, type TypeFilter } from './filters.ts';
import { compileUrl, type MacroValues, toMacroValues, type UrlTemplate } from './url-template.ts';

/** Inputs of a syncer: a bidder, the key of its ids, and the sync settings of its file. */
export interface SyncSource {
  readonly code: string;
  readonly key: string;
  /** Disabled and white-label-only bidders have no syncer. */
  readonly active: boolean;
  readonly info: UserSyncInfo | undefined;
}

export interface SyncUrlSettings {
  /** Base of redirects if neither endpoint nor syncer names one. */
  readonly externalUrl: string;
  readonly redirectUrl: string;
  /** Bidders may have a key without endpoints: their ids are stored by other ways than syncs. */
  readonly allowsKeysAlone?: boolean;
}

interface CompiledEndpoint {
  readonly template: UrlTemplate;
  /** Value of `f`: blank page or pixel. */
  readonly format: 'b' | 'i';
}

export class Syncer {
  readonly bidder: string;
  readonly key: string;
  readonly defaultType: SyncType;
  readonly enabled: boolean;
  readonly #endpoints: Readonly<Partial<Record<SyncType, CompiledEndpoint>>>;
  readonly #skipsGdpr: boolean;
  readonly #skipsSids: ReadonlySet<number>;

  constructor(bidder: string, key: string, info: UserSyncInfo, settings: SyncUrlSettings) {
    this.bidder = bidder;
    this.key = key;
    const { iframe, redirect, skipWhen } = info;
    if (!iframe && !redirect) throw new Error('at least one endpoint (iframe and/or redirect) is required');
    this.defaultType = info.default && info[info.default] ? info.default : iframe ? 'iframe' : 'redirect';
    this.enabled = info.enabled !== false;
    this.#skipsGdpr = skipWhen?.gdpr === true;
    this.#skipsSids = new Set(skipWhen?.gppSid?.map(Number) ?? []);
    this.#endpoints = {
      ...(iframe && { iframe: compile('iframe', bidder, iframe, info, settings) }),
      ...(redirect && { redirect: compile('redirect', bidder, redirect, info, settings) }),
    };
  }

  /** The way to sync under `filter`: the default one if permitted, else the other; undefined: none. */
  pick(filter: TypeFilter): SyncType | undefined {
    const types = allowedTypes(filter, this.bidder).filter((type) => this.#endpoints[type]);
    return types.includes(this.defaultType) ? this.defaultType : types[0];
  }

  /** The URL a browser loads; undefined if there is no such endpoint. */
  url(type: SyncType, values: MacroValues): string | undefined {
    return this.#endpoints[type]?.template.render(values);
  }

  /** Default response format of `/setuid`. */
  format(type: SyncType = this.defaultType): 'b' | 'i' {
    return this.#endpoints[type]?.format ?? formatOf(type);
  }

  /** Whether the bidder excludes syncs under these regulations. */
  isSkipped(inGdprScope: boolean, gppSids: readonly number[]): boolean {
    return (this.#skipsGdpr && inGdprScope) || gppSids.some((sid) => this.#skipsSids.has(sid));
  }
}

const formatOf = (type: SyncType): 'b' | 'i' => (type === 'iframe' ? 'b' : 'i');

const SAMPLE = toMacroValues({ GDPR: '1', GDPRConsent: 'consent', USPrivacy: '1NNN', GPP: 'gpp', GPPSID: '2' });

/** @throws Error naming the endpoint if a template is invalid or its result is not a URL */
function compile(type: SyncType, bidder: string, endpoint: SyncEndpoint, info: UserSyncInfo, settings: SyncUrlSettings): CompiledEndpoint {
  const format = endpoint.formatOverride ?? info.formatOverride ?? formatOf(type);
  try {
    const template = compileEndpoint(endpoint, { bidder, syncType: format, externalUrl: info.externalUrl }, settings);
    const composed = template.render(SAMPLE);
    if (!isUrl(composed)) throw new Error(`composed url: "${composed}" is invalid`);
    return { template, format };
  } catch (cause) {
    throw new Error(`${type} ${errorMessage(cause)}`, { cause });
  }
}

/** The first that is not empty: the endpoint's, the syncer's, the host's. */
export const chooseExternalUrl = (endpoint: string | undefined, syncer: string | undefined, host: string): string =>
  endpoint || syncer || host;

/**
 * One endpoint's URL with its redirect. A redirect that is only a path is the older format: our address is prepended, and it is appended to
 * the URL unless a macro marks its position.
 */
export function compileEndpoint(
  endpoint: SyncEndpoint,
  syncer: { readonly bidder: string; readonly syncType: string; readonly externalUrl?: string | undefined },
  settings: SyncUrlSettings,
): UrlTemplate {
  const externalUrl = chooseExternalUrl(endpoint.externalUrl, syncer.externalUrl, settings.externalUrl);
  const own = endpoint.redirectUrl ?? '';
  const isPath = own.startsWith('/');
  const redirect = isPath ? `{{.ExternalURL}}${own}` : own || settings.redirectUrl;
  const hasPlace = /redirect_?url\s*\}/i.test(endpoint.url);
  const url = isPath && !hasPlace ? `${endpoint.url}{{.RedirectURL}}` : endpoint.url;
  return compileUrl(url, redirect, { externalUrl, bidder: syncer.bidder, syncType: syncer.syncType, userMacro: endpoint.userMacro ?? '' });
}

/** The error of the host's own redirect template, which most bidders use; undefined: none. */
export function redirectError({ externalUrl, redirectUrl }: SyncUrlSettings): string | undefined {
  try {
    compileUrl('{{.RedirectURL}}', redirectUrl, { externalUrl, bidder: '', syncType: 'b', userMacro: '' });
    return undefined;
  } catch (cause) {
    return errorMessage(cause).replace(/^template: \S+ /, '');
  }
}

/** Absolute, or without scheme. */
function isUrl(text: string): boolean {
  if (/[\s]/.test(text)) return false;
  const url = URL.parse(text.startsWith('//') ? `https:${text}` : text);
  return url !== null && url.hostname !== '' && (url.protocol === 'http:' || url.protocol === 'https:');
}

/** Whether a bidder has a syncer: its file must contain more than hints for hosts. */
export const isSyncable = ({ active, info }: Pick<SyncSource, 'active' | 'info'>): boolean =>
  active && info !== undefined && Object.values(info).some((value) => value !== undefined);

const hasEndpoints = (source: SyncSource): boolean => Boolean(source.info?.iframe ?? source.info?.redirect);

export interface Syncers {
  /** By bidder code. */
  readonly byBidder: ReadonlyMap<string, Syncer>;
  /** Errors of the settings, by bidder; the host should not start with any. */
  readonly errors: readonly string[];
}

/** The syncers of all bidders. Bidders that share a key share its endpoints; each redirect names its own bidder. */
export function createSyncers(sources: readonly SyncSource[], settings: SyncUrlSettings): Syncers {
  const byBidder = new Map<string, Syncer>();
  const errors: string[] = [];
  const sorted = [...sources].sort((a, b) => (a.code < b.code ? -1 : 1));
  for (const [key, group] of Map.groupBy(sorted, (source) => source.key)) {
    const fields = group.filter(isSyncable);
    if (fields.length === 0 || (settings.allowsKeysAlone && !group.some(hasEndpoints))) continue;
    const shared = sharedEndpoints(fields, group);
    if ('error' in shared) {
      errors.push(shared.error);
      continue;
    }
    for (const { code, info: own } of fields) {
      try {
        byBidder.set(code, new Syncer(code, key, { ...shared.value.info, enabled: own?.enabled, skipWhen: own?.skipWhen }, settings));
      } catch (cause) {
        const error = errorMessage(cause);
        errors.push(`cannot create syncer for bidder ${shared.value.code} with key ${key}: ${error}`);
      }
    }
  }
  return { byBidder, errors };
}

/** The bidder that defines a key's endpoints, or the error of the settings. A disabled bidder's are used if no other defines any. */
function sharedEndpoints(fields: readonly SyncSource[], group: readonly SyncSource[]): Result<SyncSource> {
  const enabled = fields.filter(hasEndpoints);
  const defining = enabled.length > 0 ? enabled : group.filter(hasEndpoints).slice(0, 1);
  const [first, ...others] = defining;
  const [only] = fields;
  if (!first) {
    if (fields.length === 1 && only) return { value: only };
    return { error: `bidders ${names(fields)} share the same syncer key, but none define endpoints (iframe and/or redirect)` };
  }
  const text = endpointsMessage(first.info);
  if (others.some((other) => endpointsMessage(other.info) !== text)) {
    return {
      error: `bidders ${names(defining)} define endpoints (iframe and/or redirect) for the same syncer key, but only one bidder is permitted to define endpoints unless the configs are identical`,
    };
  }
  return { value: first };
}

/** The values that must be equal if several bidders define one key. */
const endpointsMessage = (info: UserSyncInfo | undefined): string => {
  const flat = (endpoint: SyncEndpoint | undefined): unknown[] =>
    endpoint ? [endpoint.url, endpoint.redirectUrl, endpoint.externalUrl, endpoint.userMacro, endpoint.formatOverride] : [];
  return JSON.stringify([flat(info?.iframe), flat(info?.redirect), info?.externalUrl, info?.formatOverride]);
};

const names = (sources: readonly SyncSource[]): string => sources.map((source) => source.code).join(', ');
