/** Google's additional consent of an AMP page (`addtl_consent`). */
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import { object } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

/** `<version>~<id>.<id>…`, since version 2 followed by disclosed vendors. */
const FORM = /^\d+~(\d+(?:\.\d+)*)(?:~dv\..*)?$/;

/** Ids of the providers in the string; empty for any other format. Ids beyond any provider's are omitted: a request cannot contain them. */
export function consentedProviders(text: string): number[] {
  const ids = FORM.exec(text)?.[1];
  return ids === undefined ? [] : ids.split('.').map(Number).filter(Number.isSafeInteger);
}

/**
 * Writes the string and, if it can be parsed, its ids into `user.ext`, in place.
 * @returns an error of the stored `user.ext`
 */
export function writeAdditionalConsent(request: Pick<BidRequest, 'user'>, text: string): string | undefined {
  if (text === '') return undefined;
  const given: unknown = request.user?.ext;
  if (given !== undefined && given !== null && !isObject(given)) return notAnObject(given);
  const ext: Ext = { ...given };
  ext['ConsentedProvidersSettings'] = { ...object(ext['ConsentedProvidersSettings']), consented_providers: text };
  const ids = consentedProviders(text);
  if (ids.length > 0) {
    const settings = object(ext['consented_providers_settings']);
    const before = settings['consented_providers'];
    const both = Array.isArray(before) ? [...(before as unknown[]), ...ids] : ids;
    ext['consented_providers_settings'] = { ...settings, consented_providers: both };
  }
  request.user = { ...request.user, ext };
  return undefined;
}
