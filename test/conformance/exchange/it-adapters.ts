/** `config.adapters` of the profile `it`: flat property names of the Java variant, made into host settings of auctor. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterOverride } from '#src/config/sections/bidders.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { suiteDir } from '../results.ts';
import type { Case, HttpMock } from './case.ts';

/** Address of all servers of the profile. */
export const ORIGIN = 'http://localhost:8090';

/** A bidder's properties; `base`: those of its core bidder. */
interface Properties {
  readonly aliasOf?: string;
  readonly base?: Ext;
  readonly [property: string]: unknown;
}

/** Configuration of the profile's host in every case: its own cookie's bidder. */
const ALWAYS: Readonly<Record<string, Properties>> = {
  magnite: {
    enabled: true,
    endpoint: `${ORIGIN}/magnite-exchange`,
    'XAPI.Username': 'magnite_user',
    'XAPI.Password': 'magnite_password',
    'usersync.redirect.url': `${ORIGIN}/magnite-usersync?gdpr={gdpr}&gdpr_consent={gdpr_consent}`,
    'usersync.redirect.uid-macro': 'magnite-macro',
  },
};

/** Extra info of a bidder's recorded adapter. */
function recordedExtraInfo(code: string): Ext {
  const folder = suiteDir('bidders');
  if (folder === undefined) return {};
  const { builder } = JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as { builder: { extraInfo: string } };
  return JSON.parse(builder.extraInfo) as Ext;
}

/**
 * Properties missing in the corpus, because the recorded server stores them under another spelling of the code or as a list: derived from
 * the recorded calls, or those of the adapter's own cases.
 */
const UNREPORTED: Readonly<Record<string, Ext>> = {
  huaweiads: recordedExtraInfo('huaweiads'),
  triplelift_native: { publisher_whitelist: ['test'] },
  audienceNetwork: { 'platform-id': '101', 'app-secret': '67234' },
};

/** Properties with an option of their own; all others of a bidder are its extra info. */
const KNOWN = /^(enabled|aliasOf|endpoint|base|platform-id|app-secret|XAPI\..*|usersync\..*|extra-info\..*)$/;

/** Extra info whose value is a list. */
const LISTS = new Set(['nmmFlags']);

const snake = (name: string): string => name.replaceAll('-', '_');
const text = (value: unknown): string => (typeof value === 'string' ? value : String(value ?? ''));

/** Settings of the bidder's own, as the JSON its adapter reads. */
function extraInfo(properties: Properties): string | undefined {
  // The one setting that is all of a bidder's extra info, as text.
  if (typeof properties['eu-endpoint'] === 'string') return properties['eu-endpoint'];
  const info: Ext = {};
  for (const [name, value] of Object.entries(properties)) {
    const own = name.startsWith('extra-info.') ? name.slice('extra-info.'.length) : KNOWN.test(name) ? undefined : snake(name);
    if (own !== undefined) info[own] = LISTS.has(own) ? text(value).split(',') : value;
  }
  return Object.keys(info).length === 0 ? undefined : JSON.stringify(info);
}

function userSync(properties: Properties): AdapterOverride['usersync'] {
  const endpoint = (kind: 'iframe' | 'redirect') => {
    const url = properties[`usersync.${kind}.url`];
    return typeof url === 'string' ? { url, user_macro: text(properties[`usersync.${kind}.uid-macro`]) } : undefined;
  };
  const [iframe, redirect] = [endpoint('iframe'), endpoint('redirect')];
  const key = properties['usersync.cookie-family-name'];
  if (!iframe && !redirect && key === undefined) return undefined;
  return { ...(iframe && { iframe }), ...(redirect && { redirect }), ...(key === undefined ? {} : { key: text(key) }) };
}

function xapi(properties: Properties): AdapterOverride['xapi'] {
  if (properties['XAPI.Username'] === undefined) return undefined;
  const value = (name: string): string => text(properties[`XAPI.${name}`]);
  return { username: value('Username'), password: value('Password'), tracker: value('Tracker') };
}

function toOverride(code: string, given: Properties, path: string | undefined): AdapterOverride {
  const { base = {}, ...own } = given;
  const properties: Properties = { ...base, ...UNREPORTED[code], ...own };
  const { aliasOf, 'platform-id': platformId, 'app-secret': appSecret } = properties;
  return {
    enabled: true,
    endpoint: text(properties['endpoint'] ?? `${ORIGIN}${path ?? `/${code}-exchange`}`),
    ...(platformId === undefined ? {} : { platform_id: text(platformId) }),
    ...(appSecret === undefined ? {} : { app_secret: text(appSecret) }),
    ...(aliasOf === undefined ? {} : { alias_of: aliasOf }),
    extra_info: extraInfo(properties),
    usersync: userSync(properties),
    xapi: xapi(properties),
  };
}

/**
 * Host settings `adapters` of a case, and its bidders: those it names and their core bidders. A missing endpoint is the address of the
 * bidder's first stub.
 */
export function itAdapters({ config = {}, mocks }: Case): { adapters: Record<string, AdapterOverride>; needed: string[] } {
  const named = (config['adapters'] ?? {}) as Record<string, Properties>;
  const stubs = (mocks?.bidders ?? {}) as Record<string, HttpMock | undefined>;
  const adapters: Record<string, AdapterOverride> = {};
  const needed: string[] = [];
  // An adapter without properties is an alias in the file of the one the case configures.
  const [first = {}] = Object.values(named);
  for (const [code, own] of Object.entries({ ...ALWAYS, ...named })) {
    const properties = Object.keys(own).length === 0 ? first : own;
    const override = toOverride(code, properties, stubs[code]?.calls[0]?.path);
    adapters[code] = override;
    needed.push(override.alias_of ?? code);
  }
  return { adapters, needed };
}
