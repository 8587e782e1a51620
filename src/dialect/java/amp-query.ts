/**
 * The Java variant's way: the query is made into a request of its own, laid over the stored request, which lies over the
 * host's default one (amp-and-video.md section 6, item 2).
 */

import { type AmpConsent, readSectionIds } from '#src/auction/amp/consent.ts';
import { pageTimeout } from '#src/auction/amp/override.ts';
import type { AmpParams } from '#src/auction/amp/params.ts';
import { hostOf, withoutPort } from '#src/auction/validate/site.ts';
import type { Ext } from '#src/wire/ext.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** The members that have a value. */
function filled(members: Ext): Ext | undefined {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && value !== '');
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Encoded a second time or not. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function siteOf({ account, curl }: AmpParams): Ext | undefined {
  const page = decoded(curl);
  const host = hostOf(page);
  return filled({ publisher: filled({ id: account }), page, domain: host && withoutPort(host) });
}

function userOf({ additionalConsent }: AmpParams, { tcf }: AmpConsent): Ext | undefined {
  const providers = additionalConsent === '' ? undefined : { consented_providers: additionalConsent };
  return filled({ consent: tcf, ext: filled({ ConsentedProvidersSettings: providers, consented_providers_settings: providers }) });
}

/** Every parameter's first value, for targeting rules. */
const dataOf = (query: Query): Ext =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== undefined && name !== ''));

/**
 * What the query says as a request.
 * @param adjustmentMs taken off the page's timeout
 */
export function toQueryRequest(params: AmpParams, query: Query, consent: AmpConsent, adjustmentMs: number): Ext {
  const { debug } = query;
  const sections = params.gppSid === '' ? undefined : readSectionIds(params.gppSid);
  const gpp = params.gppSid !== '' && !sections ? undefined : consent.gpp;
  const srv = {
    storedrequest: { id: params.tagId },
    amp: { data: dataOf(query) },
    ...(params.debug ? { debug: true } : {}),
    ...(params.trace === '' ? {} : { trace: params.trace }),
  };
  const request = filled({
    site: siteOf(params),
    user: userOf(params, consent),
    regs: filled({ gdpr: consent.gdpr, us_privacy: consent.usPrivacy, gpp, gpp_sid: sections }),
    test: debug === '1' ? 1 : debug === '0' ? 0 : undefined,
    tmax: pageTimeout(params.timeout, adjustmentMs),
  });
  return { ...request, ext: { srv } };
}
