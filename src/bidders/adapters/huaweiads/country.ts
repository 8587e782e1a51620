/** The country of the user, and the endpoint for it. */
import { alpha2 } from '#src/openrtb/countries.ts';
import type { SharedRequest } from '../../bidder.ts';
import { toInteger } from '../../kit/decode.ts';
import { ALPHA_3, COUNTRY_OF_MCC, EUROPEAN } from './country-tables.ts';

const DEFAULT = 'ZA';

/** The country of device or user; else that of the mobile network. */
export function ownCountryOf({ device, user }: SharedRequest): string {
  const country = device?.geo?.country || user?.geo?.country;
  if (country) return ALPHA_3.get(country) ?? (country.length >= 2 ? country.slice(0, 2) : DEFAULT);
  return ofNetwork(device?.mccmnc) ?? DEFAULT;
}

/** The first of them in the table of ISO 3166. */
export function generalCountryOf({ device, user }: SharedRequest): string {
  return alpha2(device?.geo?.country ?? '') ?? alpha2(user?.geo?.country ?? '') ?? ofNetwork(device?.mccmnc) ?? DEFAULT;
}

function ofNetwork(mccmnc = ''): string | undefined {
  const [mcc = ''] = mccmnc.split('-');
  return COUNTRY_OF_MCC.get(toInteger(mcc) ?? 0);
}

/** The endpoints of the regions. */
export interface Endpoints {
  readonly chinese: string;
  readonly russian: string;
  readonly european: string;
  /** All others. */
  readonly asian: string;
}

/** The endpoint for users of a country. */
export function endpointOf(country: string, { chinese, russian, european, asian }: Endpoints): string {
  if (country === 'CN') return chinese;
  if (country === 'RU') return russian;
  return EUROPEAN.has(country) ? european : asian;
}
