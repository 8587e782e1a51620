/** Key-values of an AMP page (`targeting`) become data of its imp. */
import { errorMessage } from '#src/wire/error-message.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject, mergePatch } from '#src/wire/merge.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { parseObject } from '../validate/parse.ts';

const CANNOT = 'unable to merge imp.ext with targeting data, check targeting data is correct: ';

/**
 * Merges the JSON text into `imp.ext.data`, in place: the page's values win, `null` takes a value out.
 * @returns why it cannot be done; nothing is changed then
 */
export function mergeTargeting(imp: Imp, text: string): string | undefined {
  if (text === '') return undefined;
  const parsed = parseObject(text);
  if ('error' in parsed) return `${CANNOT}Invalid JSON Patch`;
  const ext: unknown = imp.ext ?? {};
  if (!isObject(ext)) return `${CANNOT}Invalid JSON Document`;
  imp.ext = mergePatch(ext, { data: parsed.value }) as Ext;
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
 * The text as the Java variant reads it: decoded once more, and anything but an object refuses the request.
 * @returns JSON text, or the refusal's text
 */
export function targetingLikeJava(text: string): { readonly text: string } | { readonly error: string } {
  if (text === '') return { text };
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // Not encoded a second time: as it is.
  }
  try {
    const value: unknown = JSON.parse(decoded);
    const kind = KIND_NAMES.find(([is]) => is(value))?.[1];
    if (kind !== undefined) return { error: `Error decoding targeting, expected type is \`object\` but was ${kind}` };
    return { text: decoded };
  } catch (cause) {
    return { error: `Error reading targeting json ${errorMessage(cause)}` };
  }
}
