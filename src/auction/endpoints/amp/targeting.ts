/** Key-values of an AMP page (`targeting`) become data of its imp. */

import { isObject, mergePatch } from '#src/json/merge.ts';
import { nestsDeeper } from '#src/json/nesting.ts';
import { parseJson } from '#src/json/parse.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { decodeComponent } from '#src/lang/percent.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';

const CANNOT = 'unable to merge imp.ext with targeting data, check targeting data is correct: ';

/**
 * Merges the JSON into `imp.ext.data`, in place: the page's values win, `null` removes a value. A list or a single value replaces all.
 * @param select returns the part of an object that is merged; undefined if there is none
 * @returns an error message; nothing is changed then
 */
export function mergeTargeting(imp: Imp, json: string, select?: (targeting: Ext) => Ext | undefined): string | undefined {
  if (json === '') return undefined;
  const targeting = parseJson(json);
  if (targeting === undefined || nestsDeeper(targeting)) return `${CANNOT}Invalid JSON Patch`;
  const data = select && isObject(targeting) ? select(targeting) : targeting;
  if (data === undefined) return undefined;
  const ext: unknown = imp.ext ?? {};
  if (!isObject(ext)) return `${CANNOT}Invalid JSON Document`;
  imp.ext = mergePatch(ext, { data }) as Ext;
  return undefined;
}

const KIND_NAMES: readonly (readonly [(value: unknown) => boolean, string])[] = [
  [Array.isArray, 'ARRAY'],
  [(value) => typeof value === 'string', 'STRING'],
  [(value) => typeof value === 'number', 'NUMBER'],
  [(value) => typeof value === 'boolean', 'BOOLEAN'],
  [(value) => value === null, 'NULL'],
];

/**
 * The parameter as the Java variant reads it: decoded once more; anything but an object rejects the request.
 * @returns JSON, or the error message
 */
export function javaTargeting(text: string): Result<string> {
  if (text === '') return { value: text };
  // Not encoded twice: it is used unchanged.
  const decoded = decodeComponent(text) ?? text;
  try {
    const value: unknown = JSON.parse(decoded);
    const kind = KIND_NAMES.find(([is]) => is(value))?.[1];
    if (kind !== undefined) return { error: `Error decoding targeting, expected type is \`object\` but was ${kind}` };
    return { value: decoded };
  } catch (cause) {
    return { error: `Error reading targeting json ${errorMessage(cause)}` };
  }
}
