/**
 * First-party objects as publishers really send them, brought to the proper types before they are decoded (Java variant,
 * auction-request.md 6.4). Everything that was changed is told.
 */
import type { Ext } from '#src/wire/ext.ts';
import { copyJson, isObject, mergePatch } from '#src/wire/merge.ts';
import type { Auction } from '../auction.ts';
import { OWN } from '../findings.ts';
import type { Services } from '../services.ts';

type Tell = (text: string) => void;

/** Texts that may come as lists: of some the first one counts, keywords are joined. */
const FIRST_COUNTS: Readonly<Record<string, readonly string[]>> = {
  user: ['gender'],
  app: ['id', 'name', 'bundle', 'storeurl', 'domain'],
  site: ['id', 'name', 'domain', 'page', 'ref', 'search'],
};

/** A JSON value's type as the texts call it. */
const typeName = (value: unknown): string => (Array.isArray(value) ? 'ARRAY' : isObject(value) ? 'OBJECT' : (typeof value).toUpperCase());

/** Repairs `user`, `app` and `site` of `holder`, in place. */
export function repairFirstParty(holder: Ext, prefix: string, tell: Tell): void {
  for (const name of ['user', 'app', 'site']) {
    const part = holder[name];
    if (part === undefined || part === null) continue;
    if (!isObject(part)) {
      tell(`WARNING: ${prefix}${name} field ignored. Expected type is object, but was \`${typeName(part)}\`.`);
      delete holder[name];
      continue;
    }
    for (const field of FIRST_COUNTS[name] ?? []) repairText(part, field, `${prefix}${name}`, false, tell);
    repairText(part, 'keywords', `${prefix}${name}`, true, tell);
    repairData(part, `${prefix}${name}`, tell);
  }
}

function repairText(part: Ext, field: string, path: string, joined: boolean, tell: Tell): void {
  const value = part[field];
  if (value === undefined || value === null || typeof value === 'string') return;
  const about = `WARNING: Incorrect type for first party data field ${path}.${field}, expected`;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    part[field] = joined ? value.join(',') : value[0];
    const how = joined ? 'string by separating values with comma.' : 'string by taking first element of array.';
    tell(`${about} is string, but was an array of strings. Converted to ${how}`);
    return;
  }
  delete part[field];
  const type = Array.isArray(value) ? 'ARRAY of different types' : typeName(value);
  tell(`${about} strings, but was \`${type}\`. Failed to convert to correct type.`);
}

/** `data` given as an object belongs under `ext.data`, over what is there. */
function repairData(part: Ext, path: string, tell: Tell): void {
  const { data, ext } = part;
  if (!isObject(data)) return;
  if (ext !== undefined && ext !== null && !isObject(ext)) {
    tell(
      `WARNING: Incorrect type for first party data field ${path}.ext, expected is object, but was ${typeName(ext)}. Replaced with object`,
    );
  }
  const kept = isObject(ext) ? ext : {};
  part['ext'] = { ...kept, data: mergePatch(copyJson(kept['data']), data) };
  delete part['data'];
}

/** Repairs the request's own objects and those of every `ext.srv.bidderconfig`, in place. */
export function repairTypes(body: Ext, tell: Tell): void {
  repairFirstParty(body, 'bidrequest.', tell);
  const srv = isObject(body['ext']) ? body['ext']['srv'] : undefined;
  const configs = isObject(srv) ? srv['bidderconfig'] : undefined;
  for (const entry of Array.isArray(configs) ? configs : []) {
    const config: unknown = isObject(entry) ? entry['config'] : undefined;
    if (!isObject(config)) continue;
    useOldNames(config);
    if (isObject(config['ortb2'])) repairFirstParty(config['ortb2'], 'bidrequest.ext.srv.bidderconfig.', tell);
  }
}

/** `fpd.context` and `fpd.user` are old names of `ortb2.site` and `ortb2.user`. */
function useOldNames(config: Ext): void {
  const { fpd } = config;
  if (!isObject(fpd)) return;
  const ortb2 = isObject(config['ortb2']) ? config['ortb2'] : {};
  for (const [old, name] of [
    ['context', 'site'],
    ['user', 'user'],
  ] as const) {
    if (isObject(fpd[old])) ortb2[name] = mergePatch(copyJson(fpd[old]), ortb2[name] ?? {});
  }
  config['ortb2'] = ortb2;
  delete config['fpd'];
}

/** The step; nothing where the host wants types as they should be. */
export function loosenTypes(auction: Auction, { config }: Services): void {
  if (!config.rules.coerceTypes) return;
  repairTypes(auction.body, (text) => auction.findings.error(OWN, 999, text));
}
