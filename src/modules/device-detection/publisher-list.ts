/** Allow lists of publishers: empty lists allow everyone, ids are compared exactly. */
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** The publisher's id in the first of the named parts of a body (`site`, `app`, `dooh`) that has one as text. */
export function publisherOf(body: Ext, parts: readonly string[]): string {
  for (const part of parts) {
    const holder = body[part];
    const publisher = isObject(holder) ? holder['publisher'] : undefined;
    const id = isObject(publisher) ? publisher['id'] : undefined;
    if (typeof id === 'string' && id !== '') return id;
  }
  return '';
}

/** Whether a publisher is allowed. */
export const isListed = (ids: readonly string[], id: string): boolean => ids.length === 0 || ids.includes(id);
