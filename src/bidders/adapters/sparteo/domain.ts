/** The domain or bundle that identifies the publisher in the URL of the call. */
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput } from '../../errors.ts';

export interface Address {
  readonly query: { readonly [name: string]: string };
  /** What the publisher should have sent; the call is made all the same. */
  readonly error?: BidderError;
}

const UNKNOWN = 'unknown';

export function addressOf({ site, app }: Pick<SharedRequest, 'site' | 'app'>): Address {
  if (site) {
    const domain = normalized(site.domain) || normalized(site.page);
    if (domain) return { query: { site_domain: domain } };
    return { query: { site_domain: UNKNOWN }, error: badInput('Domain not found. Missing the site.domain or the site.page field') };
  }
  if (!app) return { query: {} };
  const app_domain = normalized(app.domain) || UNKNOWN;
  const bundle = app.bundle?.trim() ?? '';
  if (bundle !== '' && bundle.toLowerCase() !== 'null') return { query: { app_domain, bundle } };
  return { query: { app_domain, bundle: UNKNOWN }, error: badInput('Bundle not found. Missing the app.bundle field.') };
}

const URL_HOST = /^(?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#@]*@)?(?:\[([^\]\s]*)\]|([^/?#:\s]*))(?::\d*)?(?=[/?#]|$)/i;

/** The host name of a URL, or of text that starts with one, in lower case and without `www.`; `''` if there is none. */
function normalized(text = ''): string {
  const trimmed = text.trim();
  const [, ipv6, name] = URL_HOST.exec(trimmed) ?? [];
  const host = (ipv6 || name || beforeDelimiter(trimmed))
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  return host === 'null' ? '' : host;
}

/** The text before the first colon, else before the first slash. */
function beforeDelimiter(text: string): string {
  const [delimiter = ''] = [':', '/'].filter((one) => text.includes(one));
  return delimiter === '' ? text : text.slice(0, text.indexOf(delimiter));
}
