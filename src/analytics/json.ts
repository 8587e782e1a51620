/** Helpers for JSON event strings: fields are concatenated as strings, so that existing JSON is not parsed and serialized again. */

import type { Account } from '#src/config/account.ts';
import { memoByObject } from '#src/lang/memo.ts';
import { denormaliseExt, type ExtKey } from '#src/openrtb/rename.ts';

/** The account's settings as JSON; cached by object identity. */
export const accountJson = memoByObject((account: Account): string => JSON.stringify(account));

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
