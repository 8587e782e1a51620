/** User sync of the exchanges built on the platform of `teqblaze.ts`. */
import type { UserSyncInfo } from '../../bidder.ts';

/** @param usPrivacy name of the parameter with the US Privacy string */
export function teqblazeSync(origin: string, usPrivacy: 'ccpa' | 'us_privacy') {
  const privacy = `gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&${usPrivacy}={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}`;
  return {
    redirect: { url: `${origin}/pbserver?${privacy}&redir={{.RedirectURL}}`, userMacro: '[UID]' },
    iframe: { url: `${origin}/pbserverIframe?${privacy}&pbserverUrl={{.RedirectURL}}`, userMacro: '[UID]' },
  } satisfies UserSyncInfo;
}
