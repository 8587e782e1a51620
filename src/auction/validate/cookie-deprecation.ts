/** Chrome's label for tests without third-party cookies: the header into `device.ext.cdep` (auction-request.md 7.5). */
import type { Auction } from '#src/auction/auction.ts';
import { OWN, WARN } from '#src/auction/findings.ts';
import { firstCharacter } from '#src/wire/checks.ts';
import { isObject } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import { deviceOf } from './device.ts';
import type { Rule } from './verdict.ts';

const LONGEST_LABEL = 100;

/** What stands against the label: a `device.ext` that cannot be read (the text that refuses the request), or its length. */
interface Obstacle {
  readonly fault?: string;
  readonly tooLong?: true;
}

/** Fills the label for accounts that take part. */
function fillLabel({ account, request, incoming }: Auction): Obstacle | undefined {
  if (!account.privacy.privacysandbox.cookiedeprecation.enabled) return undefined;
  const ext: unknown = request.device?.ext;
  if (ext !== undefined && ext !== null && !isObject(ext)) return { fault: `expect { or n, but found ${firstCharacter(ext)}` };
  const label = incoming.headers['sec-cookie-deprecation'];
  if (!label || ext?.['cdep']) return undefined;
  if (label.length > LONGEST_LABEL) return { tooLong: true };
  deviceOf(request).ext = { ...ext, cdep: label };
  return undefined;
}

/** The rule of the Go variant (12.3, row 47). */
export const checkCookieLabel: Rule = (auction, _services, verdict) => {
  const obstacle = fillLabel(auction);
  if (obstacle?.tooLong) verdict.warn(WARN.cookieDeprecation, 'request.device.ext.cdep must not exceed 100 characters');
  return obstacle?.fault;
};

/** The same in the Java variant, before the request is checked. */
export function fillCookieLabelLikeJava(auction: Auction): void {
  const obstacle = fillLabel(auction);
  if (obstacle?.tooLong) auction.findings.warn(OWN, 999, 'Sec-Cookie-Deprecation header has invalid value');
  if (obstacle?.fault !== undefined) auction.refusal ??= invalid(obstacle.fault);
}
