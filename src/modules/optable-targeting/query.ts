/** The query of the vendor's service. */

import { encodeComponent } from '#src/lang/percent.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { readTcf } from '#src/privacy/tcf.ts';
import type { OptableSettings } from './settings.ts';

/** What the query says besides ids. */
export interface QueryContext {
  readonly addresses: readonly string[];
  /** A consent string that decodes, with GDPR in scope or not. */
  readonly consent?: string | undefined;
  readonly gdprApplies: boolean;
  readonly gpp?: string | undefined;
  readonly gppSid?: readonly number[] | undefined;
}

/** As in forms: a blank becomes `+`. */
const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

function inOrder(ids: readonly (readonly [string, string])[], order: string): (readonly [string, string])[] {
  const prefixes = order.split(',').map((prefix) => prefix.trim());
  const placeOf = ([prefix]: readonly [string, string]): number => {
    const place = prefixes.indexOf(prefix);
    return place < 0 ? prefixes.length : place;
  };
  return ids.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The ids in the order of the settings, as parameters of a query. */
export function idQuery(ids: readonly (readonly [string, string])[], order: string | null | undefined): string {
  return (order ? inOrder(ids, order) : ids).map(([prefix, id]) => `id=${encode(`${prefix}:${id}`)}`).join('&');
}

/** The text to append to the endpoint; undefined: nothing identifies the user. */
export function optableQuery(
  ids: readonly (readonly [string, string])[],
  { addresses, consent, gdprApplies, gpp, gppSid }: QueryContext,
  settings: Pick<OptableSettings, 'id-prefix-order' | 'timeout'>,
): string | undefined {
  if (ids.length === 0 && addresses.length === 0) return undefined;
  const own = idQuery(ids, settings['id-prefix-order']);
  const parts = own === '' ? [] : [own];
  if (consent) parts.push(`gdpr_consent=${encodeComponent(consent)}`);
  parts.push(`gdpr=${gdprApplies ? 1 : 0}`);
  if (gpp) parts.push(`gpp=${encodeComponent(gpp)}`);
  if (gppSid?.[0] !== undefined) parts.push(`gpp_sid=${gppSid[0]}`);
  if (settings.timeout) parts.push(`timeout=${settings.timeout}ms`);
  return `&${[...parts, 'osdk=prebid-server'].join('&')}`;
}

/** The privacy signals and addresses of a request. GDPR counts only with a consent string that decodes. */
export function queryContext({ device, user, regs }: BidRequest): QueryContext {
  const consent = user?.consent ?? '';
  const isValid = consent !== '' && 'value' in readTcf(consent);
  return {
    addresses: [device?.ip, device?.ipv6].filter((address): address is string => Boolean(address)),
    consent: isValid ? consent : undefined,
    gdprApplies: isValid && regs?.gdpr === 1,
    gpp: regs?.gpp,
    gppSid: regs?.gpp_sid,
  };
}

/** The endpoint with its macros filled, in single or double braces. */
export const expandEndpoint = ({ 'api-endpoint': endpoint, tenant, origin }: OptableSettings): string =>
  endpoint.replaceAll(/\{?\{TENANT\}\}?/g, encodeComponent(tenant ?? '')).replaceAll(/\{?\{ORIGIN\}\}?/g, encodeComponent(origin ?? ''));
