/** The ad's location: page, publisher and slot of an AMP request override those of the stored request. */
import { isObject } from '#src/json/merge.ts';
import type { BidRequest, Site } from '#src/openrtb/ortb.ts';
import { hostOf, withoutPort } from '../../validate/site.ts';
import type { AmpParams } from './amp-params.ts';

/** The placeholder an AMP page sends without an account id. */
const UNFILLED = 'ACCOUNT_ID';

/** The canonical URL becomes the page; its host, if it can be parsed, the domain. */
function overridePage(site: Site, curl: string): void {
  if (curl === '') return;
  site.page = curl;
  const host = hostOf(curl);
  if (host) site.domain = withoutPort(host);
}

/** Sets `site.ext.amp` to 1 unless the stored request has a value. An `ext` that is not an object is unchanged. */
export function markAmp(site: Site): void {
  const ext: unknown = site.ext ?? {};
  if (isObject(ext) && !('amp' in ext)) site.ext = { ...ext, amp: 1 };
}

/** The account of the page, if the stored request has none. */
export function overridePublisher(site: Site, account: string): void {
  if (account === '' || account === UNFILLED || site.publisher?.id) return;
  site.publisher = { ...site.publisher, id: account };
}

/** Applies all of it, in place; creates the site if it is absent. */
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
