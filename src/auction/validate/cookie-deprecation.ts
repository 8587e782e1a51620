/** Chrome's label for tests without third-party cookies: copies the header into `device.ext.cdep`. */

import { CODES } from '#src/bidders/errors.ts';
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Auction } from '../auction.ts';
import { OWN, WARN } from '../diagnostics.ts';
import { invalid } from '../rejection.ts';
import { deviceOf } from './device.ts';
import { checkInterstitialPercents } from './interstitial.ts';
import type { Rule } from './validation-result.ts';

const MAX_LABEL_CHARS = 100;

/** Why the label cannot be set: a malformed `device.ext` (the message rejects the request), or its length. */
interface LabelError {
  readonly error?: string;
  readonly tooLong?: true;
}

const isEnabled = ({ privacy }: Auction['account']): boolean => privacy.privacysandbox.cookiedeprecation.enabled;

/** Sets the label for accounts with the feature enabled. */
function fillLabel({ account, request, incoming }: Auction): LabelError | undefined {
  if (!isEnabled(account)) return undefined;
  const ext: unknown = request.device?.ext;
  if (ext !== undefined && ext !== null && !isObject(ext)) return { error: notAnObject(ext) };
  const label = incoming.headers['sec-cookie-deprecation'];
  if (!label || ext?.['cdep']) return undefined;
  if (label.length > MAX_LABEL_CHARS) return { tooLong: true };
  deviceOf(request).ext = { ...ext, cdep: label };
  return undefined;
}

/** The rule of the Go variant; it decodes the whole `device.ext`. */
export const checkCookieLabel: Rule = (auction, _services, result) => {
  const { account, request } = auction;
  const error = isEnabled(account) ? checkInterstitialPercents(request.device) : undefined;
  if (error !== undefined) return error;
  const failure = fillLabel(auction);
  if (failure?.tooLong) result.warn(WARN.cookieDeprecation, 'request.device.ext.cdep must not exceed 100 characters');
  return failure?.error;
};

/** The same in the Java variant, before validation. */
export function fillJavaCookieLabel(auction: Auction): void {
  const failure = fillLabel(auction);
  if (failure?.tooLong) auction.diagnostics.warn(OWN, CODES.unknown, 'Sec-Cookie-Deprecation header has invalid value');
  if (failure?.error !== undefined) auction.rejection ??= invalid(failure.error);
}
