/** Chrome's label for tests without third-party cookies: the header into `device.ext.cdep` (auction-request.md 7.5). */
import type { Auction } from '#src/auction/auction.ts';
import { GENERAL, OWN, WARN } from '#src/auction/findings.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { firstCharacter } from '#src/wire/checks.ts';
import { isObject } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import { deviceOf } from './device.ts';

const LONGEST_LABEL = 100;

/** Fills the label for accounts that take part; one that is too long is a warning, a `device.ext` that cannot be read a refusal. */
export function fillCookieDeprecation(auction: Auction, variant: HostConfig['variant']): void {
  if (!auction.account.privacy.privacysandbox.cookiedeprecation.enabled) return;
  const ext: unknown = auction.request.device?.ext;
  if (ext !== undefined && ext !== null && !isObject(ext)) {
    auction.refusal ??= invalid(`expect { or n, but found ${firstCharacter(ext)}`);
    return;
  }
  const label = auction.incoming.headers['sec-cookie-deprecation'];
  if (!label || ext?.['cdep']) return;
  if (label.length <= LONGEST_LABEL) deviceOf(auction.request).ext = { ...ext, cdep: label };
  else if (variant === 'java') auction.findings.warn(OWN, 999, 'Sec-Cookie-Deprecation header has invalid value');
  else auction.findings.warn(GENERAL, WARN.cookieDeprecation, 'request.device.ext.cdep must not exceed 100 characters');
}
