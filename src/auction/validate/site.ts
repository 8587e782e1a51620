/** Page, domain and publisher of a site request, from the caller's headers. */
import { getDomain } from 'tldts';
import { isObject } from '#src/json/merge.ts';
import type { BidRequest, Site } from '#src/openrtb/ortb.ts';
import type { Incoming } from '../auction.ts';
import type { Services } from '../services.ts';

/** Fills the site of a request without app and dooh, in place; creates it if absent. */
export function fillSite(request: BidRequest, incoming: Incoming, { fillPage }: Pick<Services['dialect']['validate'], 'fillPage'>): void {
  if (request.app || request.dooh) return;
  request.site ??= {};
  fillPage(request.site, incoming);
  fillAmp(request.site);
}

/** Sets the domain of the site's publisher, in place; the publisher is created if absent. */
export function setPublisherDomain(site: Site, domain: string | undefined): void {
  if (!domain) return;
  site.publisher ??= {};
  site.publisher.domain = domain;
}

/** Sets an absent `site.ext.amp` to 0; an `ext` that is not an object is unchanged. */
function fillAmp(site: Site): void {
  const { ext } = site;
  if (ext === undefined || ext === null) site.ext = { amp: 0 };
  else if (isObject(ext) && (ext['amp'] ?? null) === null) ext['amp'] = 0;
}

/** A name or a bracketed address, then a port in digits. */
const HOST = /^(?:\[[^\]]+\]|[^[\]:\s<>"\\^`{|}%]+)(?::\d*)?$/;

/** Host and port of an absolute URL as written; undefined if it has no valid host. */
export function hostOf(url: string): string | undefined {
  const authority = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)/i.exec(url)?.[1];
  const host = authority?.slice(authority.lastIndexOf('@') + 1);
  return host && HOST.test(host) ? host : undefined;
}

/** The host without its port. */
export const withoutPort = (host: string): string => host.replace(/:\d*$/, '');

/** Public suffix and one more label; undefined for addresses and suffixes themselves. */
export const registrableDomain = (host: string): string | undefined =>
  getDomain(withoutPort(host).toLowerCase(), { allowPrivateDomains: true, extractHostname: false }) ?? undefined;
