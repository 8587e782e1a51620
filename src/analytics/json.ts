/** Helpers for JSON event strings: fields are concatenated as strings, so that existing JSON is not parsed and serialized again. */
import type { Account } from '#src/config/account.ts';
import { denormaliseExt, type ExtKey } from '#src/openrtb/rename.ts';

const accounts = new WeakMap<Account, string>();

/** The account's settings as JSON; cached by object identity. */
export function accountJson(account: Account): string {
  let text = accounts.get(account);
  if (text === undefined) {
    text = JSON.stringify(account);
    accounts.set(account, text);
  }
  return text;
}

/** An object as JSON with extension objects under the given key; undefined becomes null. */
export const stringIn = (extKey: ExtKey, value: unknown): string =>
  value === undefined ? 'null' : JSON.stringify(denormaliseExt(value, extKey));

/** `,"name":text`; empty without text. */
export const field = (name: string, text: string | undefined): string => (text === undefined ? '' : `,"${name}":${text}`);

/** Time in RFC 3339 format. */
export const timeString = (epochMs: number): string => `"${new Date(epochMs).toISOString()}"`;

/** The extension key a module expects. */
export const extKeyFor = (extension: ExtKey | 'follow', encoded: { readonly extKey: ExtKey }): ExtKey =>
  extension === 'follow' ? encoded.extKey : extension;
