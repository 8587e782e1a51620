/** Where the ad stands: page, publisher and slot of an AMP call over those of the stored request. */
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, Site } from '#src/wire/ortb.ts';
import { hostOf, withoutPort } from '../validate/site.ts';
import type { AmpParams } from './params.ts';

/** What an AMP page sends for an account it has no number of. */
const UNFILLED = 'ACCOUNT_ID';

/** The canonical URL is the page; its host, where one can be read, the domain. */
export function overridePage(site: Site, curl: string): void {
  if (curl === '') return;
  site.page = curl;
  const host = hostOf(curl);
  if (host) site.domain = withoutPort(host);
}

/** `site.ext.amp` 1, unless the stored request says something else. An `ext` that is no object stays as it is. */
export function markAmp(site: Site): void {
  const ext: unknown = site.ext ?? {};
  if (isObject(ext) && !('amp' in ext)) site.ext = { ...ext, amp: 1 };
}

/** The account of the page, where the stored request has none. */
export function overridePublisher(site: Site, account: string): void {
  if (account === '' || account === UNFILLED || site.publisher?.id) return;
  site.publisher = { ...site.publisher, id: account };
}

/** All of it, in place; the site is made where there is none. */
export function overrideInventory(
  request: Pick<BidRequest, 'site' | 'imp'>,
  { curl, account, slot }: Pick<AmpParams, 'curl' | 'account' | 'slot'>,
): void {
  request.site ??= {};
  overridePage(request.site, curl);
  markAmp(request.site);
  overridePublisher(request.site, account);
  const [imp] = request.imp;
  if (imp && slot !== '') imp.tagid = slot;
}
