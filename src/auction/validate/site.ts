/** Page, domain and publisher of a site request, as the caller's headers tell (auction-request.md 7.2). */
import { getDomain } from 'tldts';
import type { Incoming } from '#src/auction/auction.ts';
import type { ValidateDialect } from '#src/dialect/dialect.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, Site } from '#src/wire/ortb.ts';

/** Fills the site of a request without app and dooh, in place; the site is made where there is none. */
export function fillSite(request: BidRequest, incoming: Incoming, { fillPage }: Pick<ValidateDialect, 'fillPage'>): void {
  if (request.app || request.dooh) return;
  request.site ??= {};
  fillPage(request.site, incoming);
  fillAmp(request.site);
}

export function setPublisherDomain(site: Site, domain: string | undefined): void {
  if (!domain) return;
  site.publisher ??= {};
  site.publisher.domain = domain;
}

/** `site.ext.amp` := 0 where nothing is said; an `ext` that is no object stays as it is. */
function fillAmp(site: Site): void {
  const { ext } = site;
  if (ext === undefined || ext === null) site.ext = { amp: 0 };
  else if (isObject(ext) && (ext['amp'] ?? null) === null) ext['amp'] = 0;
}

/** Host and port of an absolute URL as they are written; none where no host can be read. */
export function hostOf(url: string): string | undefined {
  const authority = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)/i.exec(url)?.[1];
  const host = authority?.slice(authority.lastIndexOf('@') + 1);
  return host && !/[\s<>"\\^`{|}%]/.test(host) ? host : undefined;
}

/** The host alone. */
export const withoutPort = (host: string): string => host.replace(/:\d*$/, '');

/** Public suffix and one label more; none for addresses and suffixes themselves. */
export const registrableDomain = (host: string): string | undefined =>
  getDomain(withoutPort(host).toLowerCase(), { allowPrivateDomains: true, extractHostname: false }) ?? undefined;
