/** The privacy signals of a request, read once per auction (docs/stages/privacy.md#signals). */

import { string } from '#src/json/values.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { gdprSignal } from '#src/privacy/gdpr-signal.ts';
import { readGpp } from '#src/privacy/gpp.ts';
import { isLmtEnforced, readLmt } from '#src/privacy/lmt.ts';
import { readTcf } from '#src/privacy/tcf.ts';
import { parseUsp, selectUsp } from '#src/privacy/usp.ts';
import type { RequestType } from '../auction.ts';
import type { PrivacyContext } from './decision.ts';
import { gdprConsent, gdprDefault, isGdprEnforced } from './gdpr-scope.ts';
import type { PrivacySettings } from './settings.ts';
import { usableConsent } from './tcf-permissions.ts';

const NO_SIDS: readonly number[] = [];

/**
 * @param accountId if the host exempts this publisher from TCF, the GDPR counts as not applying
 * @param networkCountry country of the caller's network, for a request that names none
 * @returns the input of every bidder's decision, analytics and taps
 */
export function readSignals(
  request: BidRequest,
  settings: PrivacySettings,
  requestType: RequestType,
  accountId: string,
  networkCountry?: string,
): PrivacyContext {
  const { regs, user, device } = request;
  const gpp = string(regs?.gpp);
  const sections = readGpp(gpp);
  const gppSid = Array.isArray(regs?.gpp_sid) ? regs.gpp_sid : NO_SIDS;
  const consent = string(gdprConsent(user, sections, settings.gdpr.olderFieldsWin));
  const decoded = consent === '' ? undefined : readTcf(consent);
  const tcf = decoded && usableConsent(decoded, settings.tcf);
  const named = gdprSignal(regs, settings.gdpr.olderFieldsWin);
  const signal = tcf && settings.gdpr.consentMeansScope ? 1 : named;
  const { default: hostDefault, eea, deviceCountryFirst } = settings.gdpr;
  const located = networkCountry === undefined ? request : { device: { geo: { country: networkCountry } } };
  const byDefault = signal === -1 ? gdprDefault(located, hostDefault, eea, deviceCountryFirst) : hostDefault;
  const enabled = settings.gdpr.isEnabled(requestType) && !settings.gdpr.exemptPublishers.has(accountId);
  const inCase = (usp: string): string => (settings.ccpa.anyCase ? usp.toUpperCase() : usp);
  const usPrivacy = inCase(selectUsp(inCase(string(regs?.us_privacy)), sections, gppSid).consent);
  const usp = parseUsp(usPrivacy);
  return {
    gdprSignal: signal,
    gdprApplies: isGdprEnforced(signal, byDefault, enabled),
    consent,
    tcf,
    usPrivacy: usp.error === undefined ? usPrivacy : '',
    saleOptOut: usp.optedOut,
    gpp,
    gppSid,
    coppa: settings.coppa && regs?.coppa === 1,
    lmt: settings.lmt && isLmtEnforced(readLmt(device)),
    gpc: gpcString(regs?.ext?.gpc),
  };
}

const gpcString = (gpc: unknown): string => (gpc === 1 ? '1' : string(gpc));
