/** Parsing of JSON that may be malformed. */
import type { Ext } from '#src/openrtb/ext.ts';
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
