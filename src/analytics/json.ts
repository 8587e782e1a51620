/** Small parts of event texts: members put together as text, so that what is text already is not parsed and written again. */
import type { Account } from '#src/config/account.ts';
import { toOuter, type Word } from '#src/wire/rename.ts';

const accounts = new WeakMap<Account, string>();

/** The account's settings as text; made once, as the same settings are the same object. */
export function accountText(account: Account): string {
  let text = accounts.get(account);
  if (text === undefined) {
    text = JSON.stringify(account);
    accounts.set(account, text);
  }
  return text;
}

/** An object with our extension objects in `word`, as text; undefined is null. */
export const textIn = (word: Word, value: unknown): string => (value === undefined ? 'null' : JSON.stringify(toOuter(value, word)));

/** `,"name":text`; nothing where there is no text. */
export const member = (name: string, text: string | undefined): string => (text === undefined ? '' : `,"${name}":${text}`);

/** Time as RFC 3339. */
export const timeText = (epochMs: number): string => `"${new Date(epochMs).toISOString()}"`;

/** The word a module wants to read. */
export const wordFor = (extension: Word | 'follow', told: { readonly word: Word }): Word =>
  extension === 'follow' ? told.word : extension;
