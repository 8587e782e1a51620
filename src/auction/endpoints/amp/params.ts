/** Parses the query of an AMP request. An empty parameter counts as absent. */

import type { AmpDialect } from '#src/dialect/contract/amp.ts';
import type { Result } from '#src/lang/result.ts';
import type { AmpParams } from './amp-params.ts';
import { readBoolean, readUnsigned, toInteger } from './scalars.ts';
import { type AmpSize, parseMultisize } from './sizes.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Reads the size parameters. */
const toSize = (query: Query): AmpSize => ({
  width: toInteger(query['w']),
  height: toInteger(query['h']),
  overrideWidth: toInteger(query['ow']),
  overrideHeight: toInteger(query['oh']),
  multisize: parseMultisize(query['ms'] ?? ''),
});

/**
 * Reads all parameters.
 * @param dialect whether invalid booleans and numbers reject the call or count as absent, and the spellings of a boolean
 * @returns the parameters, or an error message
 */
export function readAmpParams(query: Query, dialect: Pick<AmpDialect, 'isBoolean' | 'rejectsUnreadable'>): Result<AmpParams> {
  const given = query['gdpr_applies'];
  const applies = given && dialect.isBoolean(given) ? readBoolean(given) : undefined;
  const timeout = query['timeout'] ? readUnsigned(query['timeout']) : undefined;
  if (dialect.rejectsUnreadable) {
    for (const read of [applies, timeout]) if (read && 'error' in read) return { error: read.error };
  }
  const text = (name: string): string => query[name] ?? '';
  const params: AmpParams = {
    tagId: text('tag_id'),
    account: text('account'),
    curl: text('curl'),
    slot: text('slot'),
    consent: text('consent_string') || text('gdpr_consent'),
    consentType: toInteger(query['consent_type']),
    rawConsentType: text('consent_type'),
    gdprApplies: applies && 'value' in applies ? applies.value : undefined,
    additionalConsent: text('addtl_consent'),
    gppSid: text('gpp_sid'),
    timeout: timeout && 'value' in timeout ? timeout.value : undefined,
    targeting: text('targeting'),
    debug: query['debug'] === '1',
    trace: text('trace'),
    origin: text('__amp_source_origin'),
    size: toSize(query),
  };
  return { value: params };
}
