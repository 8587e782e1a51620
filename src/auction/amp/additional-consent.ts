/** Google's additional consent of an AMP page (`addtl_consent`; amp-and-video.md sections 4 and 6). */
import { firstCharacter } from '#src/wire/checks.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

/** `<version>~<id>.<id>…`, since version 2 followed by disclosed vendors. */
const FORM = /^\d+~(\d+(?:\.\d+)*)(?:~dv\..*)?$/;

/** Ids of the providers the text names; none where it has another form. */
export function consentedProviders(text: string): number[] {
  const ids = FORM.exec(text)?.[1];
  return ids === undefined ? [] : ids.split('.').map(Number);
}

/**
 * Writes the text and, where it can be read, its ids into `user.ext`, in place.
 * @returns what is wrong with the stored `user.ext`
 */
export function writeAdditionalConsent(request: Pick<BidRequest, 'user'>, text: string): string | undefined {
  if (text === '') return undefined;
  const given: unknown = request.user?.ext;
  if (given !== undefined && given !== null && !isObject(given)) return `expect { or n, but found ${firstCharacter(given)}`;
  const ext: Ext = { ...given };
  ext['ConsentedProvidersSettings'] = { ...members(ext['ConsentedProvidersSettings']), consented_providers: text };
  const ids = consentedProviders(text);
  if (ids.length > 0) {
    const settings = members(ext['consented_providers_settings']);
    const before = settings['consented_providers'];
    const both = Array.isArray(before) ? [...(before as unknown[]), ...ids] : ids;
    ext['consented_providers_settings'] = { ...settings, consented_providers: both };
  }
  request.user = { ...request.user, ext };
  return undefined;
}

const members = (value: unknown): Ext => (isObject(value) ? value : {});
