/** Page and domain of a site in the Java variant. */
import type { Incoming } from '#src/auction/auction.ts';
import { hostOf, registrableDomain, setPublisherDomain, withoutPort } from '#src/auction/validate/site.ts';
import type { Site } from '#src/openrtb/ortb.ts';

/** `url_override` before the referer, no port in the domain; a new page is used only if a publisher's domain can be derived. The page is trimmed. */
export function fillPage(site: Site, incoming: Incoming): void {
  if (site.page) site.page = site.page.trim();
  const page = site.page ? undefined : refererOf(incoming);
  const host = site.domain?.trim() ? undefined : hostOf(page ?? site.page ?? '');
  if (host) site.domain = withoutPort(host);
  if (!site.publisher?.domain?.trim()) setPublisherDomain(site, registrableDomain(site.domain?.trim() ?? ''));
  if (page && site.publisher?.domain) site.page = page;
}

function refererOf({ query, headers }: Incoming): string | undefined {
  const referer = query['url_override']?.trim() || headers['referer']?.trim();
  return !referer || referer.startsWith('http') ? referer : `http://${referer}`;
}
