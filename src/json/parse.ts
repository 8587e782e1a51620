/** Parsing of JSON that may be malformed. */
import { errorMessage } from '#src/lang/error-message.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { expectedObject } from './checks.ts';
import { isObject } from './merge.ts';

/** The value of JSON; undefined: it is malformed. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The object of JSON; undefined: it is malformed, or its value is no object. */
export function parseJsonObject(json: string): Ext | undefined {
  const value = parseJson(json);
  return isObject(value) ? value : undefined;
}

/** The message of a decoder that expected an object (or `null`) in malformed JSON; `cause`: what the parser threw. */
export function malformedObject(json: string, cause: unknown): string {
  const first = json.trimStart().charAt(0) || '\0';
  return first === '{' || first === 'n' ? errorMessage(cause) : expectedObject(first);
}
