/** The privacy signals of a request, read once an auction. */
import type { Channel } from '#src/auction/auction.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import type { PrivacyContext } from './decision.ts';
import { gdprConsent, gdprDefault, gdprSignal, isGdprEnforced } from './gdpr-scope.ts';
import { readGpp } from './gpp.ts';
import { isLmtEnforced, readLmt } from './lmt.ts';
import type { PrivacySettings } from './settings.ts';
import { readTcf } from './tcf.ts';
import { parseUsp, selectUsp } from './usp.ts';

const NO_SIDS: readonly number[] = [];

/**
 * @param accountId where the host leaves this publisher out of TCF, the GDPR counts as not applying
 * @returns what every bidder's decision, analytics and taps go by
 */
export function readSignals(request: BidRequest, settings: PrivacySettings, channel: Channel, accountId: string): PrivacyContext {
  const { regs, user, device } = request;
  const gpp = text(regs?.gpp);
  const sections = readGpp(gpp);
  const gppSid = Array.isArray(regs?.gpp_sid) ? regs.gpp_sid : NO_SIDS;
  const consent = text(gdprConsent(user, sections));
  const decoded = consent === '' ? undefined : readTcf(consent);
  const tcf = decoded?.kind === 'tcf' ? decoded : undefined;
  const said = gdprSignal(regs);
  const signal = tcf && settings.gdpr.consentMeansScope ? 1 : said;
  const byDefault = signal === -1 ? gdprDefault(request, settings.gdpr.default, settings.gdpr.eea) : settings.gdpr.default;
  const enabled = settings.gdpr.isEnabled(channel) && !settings.gdpr.publishersLeftOut.has(accountId);
  const given = selectUsp(text(regs?.us_privacy), sections, gppSid).consent;
  const usp = settings.ccpa.anyCase ? given.toUpperCase() : given;
  return {
    gdprSignal: signal,
    gdprApplies: isGdprEnforced(signal, byDefault, enabled),
    consent,
    tcf,
    usPrivacy: parseUsp(usp).fault === undefined ? usp : '',
    gpp,
    gppSid,
    coppa: settings.coppa && regs?.coppa === 1,
    lmt: settings.lmt && isLmtEnforced(readLmt(device)),
    gpc: gpcText(regs?.ext?.gpc),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const gpcText = (gpc: unknown): string => (gpc === 1 ? '1' : text(gpc));
