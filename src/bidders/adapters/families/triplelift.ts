/** The exchange behind `triplelift` and `triplelift_native`. */
import type { BidderError, RequestInfo, UserSyncInfo } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { converted } from '../../kit/money.ts';
import type { ImpPatch, SharedImp } from '../../kit/spec.ts';

export const tripleliftSync: UserSyncInfo = {
  iframe: {
    url: 'https://eb2.3lift.com/sync?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  redirect: {
    url: 'https://eb2.3lift.com/getuid?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
};

/** The floor of the params, else the imp's own, in dollars. */
export function tripleliftFloor(imp: SharedImp, floor: number | undefined, info: RequestInfo): ImpPatch | BidderError {
  const bidfloor = floor ?? imp.bidfloor;
  if (!bidfloor || bidfloor < 0) return { bidfloor };
  const { bidfloorcur: currency = '' } = imp;
  if (currency === '' || currency.toUpperCase() === 'USD') return { bidfloor, bidfloorcur: 'USD' };
  const dollars = converted(info, bidfloor, currency, 'USD');
  if ('error' in dollars) return badInput(`Unable to convert bid floor from ${currency} to USD: ${dollars.error}`);
  return { bidfloor: dollars.value, bidfloorcur: 'USD' };
}
