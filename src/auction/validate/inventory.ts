/** Where the ad will be shown: exactly one of site, app, dooh, and enough known about it (auction-request.md 12.2 row 24, 12.3 rows 30 to 34). */
import { placedText } from '#src/wire/checks.ts';
import { extFault } from '#src/wire/ext-shapes.ts';
import type { App, BidRequest, DOOH, Site } from '#src/wire/ortb.ts';

export function inventoryFault({ site, app, dooh }: Pick<BidRequest, 'site' | 'app' | 'dooh'>): string | undefined {
  const count = Number(Boolean(site)) + Number(Boolean(app)) + Number(Boolean(dooh));
  if (count === 0) return 'One of request.site or request.app or request.dooh must be defined';
  return count > 1 ? 'No more than one of request.site or request.app or request.dooh can be defined' : undefined;
}

export function siteFault(site: Site | undefined): string | undefined {
  if (!site) return undefined;
  if (!site.id && !site.page) return 'request.site should include at least one of request.site.id or request.site.page.';
  const amp = site.ext?.['amp'];
  // A value that is no number is let through, as it always was (section 20.3).
  const wrong = typeof amp === 'number' && amp !== 0 && amp !== 1;
  return wrong ? 'request.site.ext.amp must be either 1, 0, or undefined' : undefined;
}

export function appFault(app: App | undefined): string | undefined {
  const srv = app?.ext?.['srv'];
  if (srv === undefined || srv === null) return undefined;
  const fault = extFault('AppSrv', srv);
  return fault && placedText(fault, 'request.app.ext.srv');
}

export function doohFault(dooh: DOOH | undefined): string | undefined {
  if (!dooh || dooh.id || (dooh.venuetype && dooh.venuetype.length > 0)) return undefined;
  return 'request.dooh should include at least one of request.dooh.id or request.dooh.venuetype.';
}

/** Device and user numbers that cannot be below 0 (rows 36 and 46). */
export function deviceFault({ device }: Pick<BidRequest, 'device'>): string | undefined {
  if (!device) return undefined;
  for (const name of ['w', 'h', 'ppi'] as const) if ((device[name] ?? 0) < 0) return `request.device.${name} must be a positive number`;
  return (device.geo?.accuracy ?? 0) < 0 ? 'request.device.geo.accuracy must be a positive number' : undefined;
}

export const userGeoFault = ({ user }: Pick<BidRequest, 'user'>): string | undefined =>
  (user?.geo?.accuracy ?? 0) < 0 ? 'request.user.geo.accuracy must be a positive number' : undefined;
