/** Page, domain and publisher of a site request, as the caller's headers tell (auction-request.md 7.2). */
import { getDomain } from 'tldts';
import type { Incoming } from '#src/auction/auction.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, Site } from '#src/wire/ortb.ts';

/** Fills the site of a request without app and dooh, in place; the site is made where there is none. */
export function fillSite(request: BidRequest, incoming: Incoming, variant: HostConfig['variant']): void {
  if (request.app || request.dooh) return;
  request.site ??= {};
  if (variant === 'java') fillPageJava(request.site, incoming);
  else fillPage(request.site, incoming.headers['referer']);
  fillAmp(request.site);
}

/** Page from the referer; domain (with port) and publisher's registrable domain from the referer, else the page. */
export function fillPage(site: Site, referer: string | undefined): void {
  const candidate = referer || site.page;
  if (!candidate) return;
  site.page ||= candidate;
  const host = hostOf(candidate);
  if (!host) return;
  site.domain ||= host;
  if (!site.publisher?.domain) setPublisherDomain(site, registrableDomain(host));
}

/** Java variant: `url_override` before the referer, no port in the domain; a new page is only kept when a publisher's domain is known. */
function fillPageJava(site: Site, incoming: Incoming): void {
  const page = site.page?.trim() ? undefined : refererOf(incoming);
  const host = site.domain?.trim() ? undefined : hostOf(page ?? site.page ?? '');
  if (host) site.domain = withoutPort(host);
  if (!site.publisher?.domain?.trim()) setPublisherDomain(site, registrableDomain(site.domain?.trim() ?? ''));
  if (page && site.publisher?.domain) site.page = page;
}

function refererOf({ query, headers }: Incoming): string | undefined {
  const referer = query['url_override']?.trim() || headers['referer']?.trim();
  return !referer || referer.startsWith('http') ? referer : `http://${referer}`;
}

function setPublisherDomain(site: Site, domain: string | undefined): void {
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
const registrableDomain = (host: string): string | undefined =>
  getDomain(withoutPort(host).toLowerCase(), { allowPrivateDomains: true, extractHostname: false }) ?? undefined;
