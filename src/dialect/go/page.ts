/** Page and domain of a site in the Go variant. */
import type { Incoming } from '#src/auction/auction.ts';
import { hostOf, registrableDomain, setPublisherDomain } from '#src/auction/validate/site.ts';
import type { Site } from '#src/openrtb/ortb.ts';

/** Page from the referer; domain (with port) and publisher's registrable domain from the referer, else from the page. */
export function fillPage(site: Site, { headers }: Pick<Incoming, 'headers'>): void {
  const candidate = headers['referer'] || site.page;
  if (!candidate) return;
  site.page ||= candidate;
  const host = hostOf(candidate);
  if (!host) return;
  site.domain ||= host;
  if (!site.publisher?.domain) setPublisherDomain(site, registrableDomain(host));
}
