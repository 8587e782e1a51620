/** Whether the GDPR applies: by its signal, else by an estimate from the country and the host's default. */
import { alpha3 } from '#src/openrtb/countries.ts';
import type { BidRequest, User } from '#src/openrtb/ortb.ts';
import type { GdprSignal } from '#src/privacy/gdpr-signal.ts';
import { type GppSections, SECTION } from '#src/privacy/gpp.ts';

/** The signal as a decision: the default if it is unknown. */
export const settledSignal = (signal: GdprSignal, fallback: 0 | 1): 0 | 1 => (signal === -1 ? fallback : signal);

/**
 * GPP's section 2 if present, whether or not `gpp_sid` names it; otherwise `user.consent`.
 * @param olderWins only `user.consent`, which GPP has filled if `gpp_sid` names section 2 (Java variant)
 */
export function gdprConsent(user: Pick<User, 'consent'> | null | undefined, gpp: GppSections, olderWins: boolean): string {
  const older = user?.consent ?? '';
  return olderWins ? older : (gpp.section(SECTION.tcfEu) ?? older);
}

/** Countries in upper case for comparison, alpha-2 codes also as alpha-3. A list may be a comma-separated string (Java variant). */
export function toCountries(list: readonly string[] | string): ReadonlySet<string> {
  const codes = (typeof list === 'string' ? list.split(',') : list).map((country) => country.trim().toUpperCase()).filter(Boolean);
  return new Set(codes.flatMap((code) => [code, alpha3(code) ?? code]));
}

/** The account's list, even an empty one, replaces the host's. */
export const eeaCountries = <List>(host: List, account: List | null | undefined): List => account ?? host;

/** Whether a country (alpha-3) is one of the EEA's. */
export const isEea = (country: string, eea: ReadonlySet<string>): boolean => country !== '' && eea.has(country.toUpperCase());

/**
 * The host's default, corrected by the country if that is an alpha-3 code or on the list.
 * @param deviceFirst the device's country, else the user's (Java variant); otherwise the user's first
 */
export function gdprDefault(
  { user, device }: Pick<BidRequest, 'user' | 'device'>,
  hostDefault: 0 | 1,
  eea: ReadonlySet<string>,
  deviceFirst: boolean,
): 0 | 1 {
  const [first, second] = deviceFirst ? [device, user] : [user, device];
  const country = first?.geo?.country || second?.geo?.country || '';
  if (typeof country !== 'string') return hostDefault;
  if (isEea(country, eea)) return 1;
  return country.length === 3 ? 0 : hostDefault;
}

/** Whether the rules are enforced: in scope, on a request type with enforcement enabled. */
export const isGdprEnforced = (signal: GdprSignal, fallback: 0 | 1, channelEnabled: boolean): boolean =>
  channelEnabled && settledSignal(signal, fallback) === 1;
