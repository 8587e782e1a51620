/** An account's settings of the module, in either variant's format, compiled once per settings object. */

import { withOurKeys } from '#src/config/keys.ts';
import { isObject } from '#src/json/merge.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { Failure } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { type Choice, type DealExceptions, readChoice, readExceptions, readFlag, readNumbers, readStrings, Unreadable } from './choices.ts';

/** The list sent to bidders for one attribute. */
type Blocked<T> = Choice<readonly T[]>;

/** Rules for bids about one attribute. */
export interface Enforcement<T> {
  readonly enforce: Choice<boolean>;
  /** Block bids without a value. */
  readonly unknown: Choice<boolean>;
  readonly allowed: DealExceptions<T>;
}

/** Media types whose creative attributes can be blocked. */
export const ATTRIBUTED = ['banner', 'video', 'audio'] as const;
export type Attributed = (typeof ATTRIBUTED)[number];

/** Lists for requests. */
export interface RequestSettings {
  readonly badv: Blocked<string>;
  readonly bapp: Blocked<string>;
  readonly bcat: Blocked<string>;
  /** Taxonomy of the categories; 0: none. */
  readonly cattax: number;
  readonly btype: Blocked<number>;
  readonly battr: { readonly [type in Attributed]: Blocked<number> };
}

/** Rules for bids. */
export interface ResponseSettings {
  readonly badv: Enforcement<string>;
  readonly bcat: Enforcement<string>;
  readonly bapp: Enforcement<string>;
  readonly battr: { readonly [type in Attributed]: Enforcement<number> };
}

/** The two halves are independent: an error in one leaves the other active. */
export interface Settings {
  readonly request: RequestSettings | Failure;
  readonly response: ResponseSettings | Failure;
}

/** The account's settings, read once per object. */
export const settingsOf = memoByObject(readSettings);

function readSettings(settings: Ext): Settings {
  const given = withOurKeys(settings);
  const attributes = isObject(given) && isObject(given['attributes']) ? given['attributes'] : {};
  return { request: guarded(() => readRequest(attributes)), response: guarded(() => readResponse(attributes)) };
}

function guarded<T>(read: () => T): T | Failure {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Unreadable) return { error: cause.message };
    throw cause;
  }
}

const attributeOf = (attributes: Ext, name: string): Ext => (isObject(attributes[name]) ? attributes[name] : {});

/** Reads one part; its error includes the path. */
function at<T>(about: string, field: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Unreadable) throw new Unreadable(`${about}: failed to get override for ${field}: ${cause.message}`);
    throw cause;
  }
}

function readRequest(attributes: Ext): RequestSettings {
  const lists = <T>(name: string, field: string, read: (value: unknown) => readonly T[], where = `${name}.${field}`): Blocked<T> =>
    at(`failed to update ${name} field`, where, () => readChoice(attributeOf(attributes, name), field, read));
  const taxonomy = attributeOf(attributes, 'bcat')['category_taxonomy'];
  const battr = (type: Attributed): Blocked<number> => lists('battr', `blocked_${type}_attr`, readNumbers, `imp.*.${type}.battr`);
  return {
    badv: lists('badv', 'blocked_adomain', readStrings),
    bapp: lists('bapp', 'blocked_app', readStrings),
    bcat: lists('bcat', 'blocked_adv_cat', readStrings),
    cattax: Number.isInteger(taxonomy) ? (taxonomy as number) : 0,
    btype: lists('btype', 'blocked_banner_type', readNumbers, 'imp.*.banner.btype'),
    battr: { banner: battr('banner'), video: battr('video'), audio: battr('audio') },
  };
}

const NEVER: Choice<boolean> = { defaultChoice: false, overrides: [] };

function readResponse(attributes: Ext): ResponseSettings {
  const enforcement = <T>(
    name: string,
    unknown: string | undefined,
    allowed: string,
    read: (value: unknown) => readonly T[],
  ): Enforcement<T> => {
    const own = attributeOf(attributes, name);
    const part = <P>(field: string, make: () => P): P => at(`failed to process ${name} block checking`, `${name}.${field}`, make);
    return {
      enforce: part('enforce_blocks', () => readChoice(own, 'enforce_blocks', readFlag)),
      unknown: unknown === undefined ? NEVER : part(unknown, () => readChoice(own, unknown, readFlag)),
      allowed: part(allowed, () => readExceptions(own, allowed, read)),
    };
  };
  const bapp = attributeOf(attributes, 'bapp');
  // The documentation and the variants' code use different names.
  const apps = 'allowed_bapp_for_deals' in bapp ? 'allowed_bapp_for_deals' : 'allowed_app_for_deals';
  const battr = (type: Attributed): Enforcement<number> => enforcement('battr', undefined, `allowed_${type}_attr_for_deals`, readNumbers);
  return {
    badv: enforcement('badv', 'block_unknown_adomain', 'allowed_adomain_for_deals', readStrings),
    bcat: enforcement('bcat', 'block_unknown_adv_cat', 'allowed_adv_cat_for_deals', readStrings),
    bapp: enforcement('bapp', undefined, apps, readStrings),
    battr: { banner: battr('banner'), video: battr('video'), audio: battr('audio') },
  };
}
