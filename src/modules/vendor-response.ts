/** The JSON object of a vendor's response. */
import { isObject } from '#src/json/merge.ts';
import type { Asked } from '#src/net/ask.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** @throws Error without a response, or for a body that is not a JSON object; the status is not checked */
export function vendorObject(asked: Asked): Ext {
  if (asked.kind === 'failed') throw new Error(asked.message);
  const parsed: unknown = JSON.parse(asked.response.body);
  if (!isObject(parsed)) throw new Error('the response is not a JSON object');
  return parsed;
}

/** Settings with names in kebab case, at every level; snake case is accepted as well. */
export function kebabNames(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name.replaceAll('_', '-'), kebabNames(of)]));
}
