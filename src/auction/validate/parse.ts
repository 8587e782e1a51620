/** JSON from outside, ours or stored, made into an object with our extension word in it. */
import { firstCharacter } from '#src/wire/checks.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import { MAX_NESTING, nestsDeeper } from '#src/wire/nesting.ts';
import { invalid } from '#src/wire/refusal.ts';
import { toInner } from '#src/wire/rename.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

export type Parsed = { readonly value: Ext; readonly met: boolean } | { readonly error: string };

/**
 * One JSON document whose top is an object (`null` counts as an empty one).
 * @returns the object and whether it spoke of `prebid`, or what is wrong with it
 */
export function parseObject(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return { value: {}, met: false };
    if (!isObject(value)) return { error: notAnObject(firstCharacter(value)) };
    if (nestsDeeper(text)) return { error: `JSON is nested deeper than ${MAX_NESTING} levels` };
    return { value, met: text.includes('"prebid"') && toInner(value) };
  } catch (cause) {
    const first = text.trimStart().charAt(0) || '\u0000';
    return { error: first === '{' || first === 'n' ? errorMessage(cause) : notAnObject(first) };
  }
}

const notAnObject = (found: string): string => `expect { or n, but found ${found}`;

/** The body's text becomes `auction.body`; its word for our extensions is kept for the answer. */
export function parseBody(auction: Auction, { dialect }: Services): void {
  const { text } = auction.intake;
  const { emptyBody, unreadableBody } = dialect.validate;
  if (text === '' && emptyBody !== undefined) {
    auction.refusal = invalid(emptyBody);
    return;
  }
  const parsed = parseObject(text);
  if ('error' in parsed) {
    auction.refusal = invalid(unreadableBody(parsed.error));
    return;
  }
  auction.body = parsed.value;
  if (parsed.met) auction.word = 'prebid';
}
