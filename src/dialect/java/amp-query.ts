/**
 * The Java variant's method: the query becomes a request of its own, merged over the stored request, which is merged over the host's
 * default request.
 */

import type { AmpParams } from '#src/auction/endpoints/amp/amp-params.ts';
import type { AmpConsent } from '#src/auction/endpoints/amp/consent.ts';
import { pageTimeout } from '#src/auction/endpoints/amp/override.ts';
import { hostOf, withoutPort } from '#src/auction/validate/site.ts';
import { decodeComponent } from '#src/lang/percent.ts';
import type { Ext } from '#src/openrtb/ext.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** The fields that have a value. */
function filled(fields: Ext): Ext | undefined {
  const retained = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return retained.length > 0 ? Object.fromEntries(retained) : undefined;
}

/** Decodes a value that may be URL-encoded twice. */
const decoded = (text: string): string => decodeComponent(text) ?? text;

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
 * The query as a request.
 * @param sections ids of GPP sections
 * @param adjustmentMs subtracted from the page's timeout
 */
export function toQueryRequest(
  params: AmpParams,
  query: Query,
  consent: AmpConsent,
  sections: readonly number[],
  adjustmentMs: number,
): Ext {
  const { debug } = query;
  const srv = {
    storedrequest: { id: params.tagId },
    amp: { data: dataOf(query) },
    ...(params.debug ? { debug: true } : {}),
    ...(params.trace === '' ? {} : { trace: params.trace }),
  };
  const request = filled({
    site: siteOf(params),
    user: userOf(params, consent),
    regs: filled({
      gdpr: consent.gdpr,
      us_privacy: consent.usPrivacy,
      gpp: consent.gpp,
      gpp_sid: sections.length > 0 ? sections : undefined,
    }),
    test: debug === '1' ? 1 : debug === '0' ? 0 : undefined,
    tmax: pageTimeout(params.timeout, adjustmentMs),
  });
  return { ...request, ext: { srv } };
}
