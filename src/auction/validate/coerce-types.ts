/** Coerces the types of first-party objects as publishers really send them, before decoding (Java variant). Every change is reported. */

import { CODES } from '#src/bidders/errors.ts';
import { copyJson, isObject, mergePatch } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import { OWN } from '../diagnostics.ts';
import type { Services } from '../services.ts';

type Warn = (message: string) => void;

/** Fields that may arrive as lists: of some the first element counts, keywords are joined. */
const FIRST_COUNTS: Readonly<Record<string, readonly string[]>> = {
  user: ['gender'],
  app: ['id', 'name', 'bundle', 'storeurl', 'domain'],
  site: ['id', 'name', 'domain', 'page', 'ref', 'search'],
};

/** A JSON value's type as the messages name it. */
const typeName = (value: unknown): string => (Array.isArray(value) ? 'ARRAY' : isObject(value) ? 'OBJECT' : (typeof value).toUpperCase());

/** Coerces `user`, `app` and `site` of `holder`, in place. */
export function coerceFirstParty(holder: Ext, prefix: string, warn: Warn): void {
  for (const name of ['user', 'app', 'site']) {
    const part = holder[name];
    if (part === undefined || part === null) continue;
    if (!isObject(part)) {
      warn(`WARNING: ${prefix}${name} field ignored. Expected type is object, but was \`${typeName(part)}\`.`);
      delete holder[name];
      continue;
    }
    for (const field of FIRST_COUNTS[name] ?? []) coerceField(part, field, `${prefix}${name}`, false, warn);
    coerceField(part, 'keywords', `${prefix}${name}`, true, warn);
    moveData(part, `${prefix}${name}`, warn);
  }
}

function coerceField(part: Ext, field: string, path: string, joined: boolean, warn: Warn): void {
  const value = part[field];
  if (value === undefined || value === null || typeof value === 'string') return;
  const about = `WARNING: Incorrect type for first party data field ${path}.${field}, expected`;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    part[field] = joined ? value.join(',') : value[0];
    const how = joined ? 'string by separating values with comma.' : 'string by taking first element of array.';
    warn(`${about} is string, but was an array of strings. Converted to ${how}`);
    return;
  }
  delete part[field];
  const type = Array.isArray(value) ? 'ARRAY of different types' : typeName(value);
  warn(`${about} strings, but was \`${type}\`. Failed to convert to correct type.`);
}

/** `data` given as an object moves to `ext.data`, merged over the existing value. */
function moveData(part: Ext, path: string, warn: Warn): void {
  const { data, ext } = part;
  if (!isObject(data)) return;
  if (ext !== undefined && ext !== null && !isObject(ext)) {
    warn(
      `WARNING: Incorrect type for first party data field ${path}.ext, expected is object, but was ${typeName(ext)}. Replaced with object`,
    );
  }
  const retained = isObject(ext) ? ext : {};
  part['ext'] = { ...retained, data: mergePatch(copyJson(retained['data']), data) };
  delete part['data'];
}

/** Coerces the request's own objects and those of every `ext.srv.bidderconfig`, in place. */
function coerceRequest(body: Ext, warn: Warn): void {
  coerceFirstParty(body, 'bidrequest.', warn);
  const srv = isObject(body['ext']) ? body['ext']['srv'] : undefined;
  const configs = isObject(srv) ? srv['bidderconfig'] : undefined;
  for (const entry of Array.isArray(configs) ? configs : []) {
    const config: unknown = isObject(entry) ? entry['config'] : undefined;
    if (!isObject(config)) continue;
    useOldNames(config);
    if (isObject(config['ortb2'])) coerceFirstParty(config['ortb2'], 'bidrequest.ext.srv.bidderconfig.', warn);
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

/** The step; does nothing if the host requires correct types. */
export function coerceTypes(auction: Auction, { config }: Services): void {
  if (!config.rules.coerceTypes) return;
  coerceRequest(auction.body, (message) => auction.diagnostics.error(OWN, CODES.unknown, message));
}
