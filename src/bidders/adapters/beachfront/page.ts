/** Domains that requests do not name. */

import { trimCharacters } from '#src/lang/trim.ts';

/** The text between the first `//` (or the start) and the next `/`. */
export function domainOf(page: string): string {
  const start = page.indexOf('//');
  const [domain = ''] = page.slice(start < 0 ? 0 : start + 2).split('/');
  return domain;
}

/** `com.example.app` is of `example.com`; undefined if the bundle has no two parts. */
export function domainOfBundle(bundle: string): string | undefined {
  const [first, second] = trimCharacters(bundle, '_').split('.');
  return second === undefined ? undefined : `${second}.${first}`;
}
