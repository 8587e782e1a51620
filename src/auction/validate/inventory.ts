/** Inventory checks: exactly one of site, app, dooh, with the required fields. */
import { notAnObject, placedError } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import { extError } from '#src/openrtb/ext-shapes.ts';
import type { App, BidRequest, DOOH, Site } from '#src/openrtb/ortb.ts';

/** Exactly one of site, app and dooh is required. @returns the error message */
export function inventoryError({ site, app, dooh }: Pick<BidRequest, 'site' | 'app' | 'dooh'>): string | undefined {
  const count = Number(Boolean(site)) + Number(Boolean(app)) + Number(Boolean(dooh));
  if (count === 0) return 'One of request.site or request.app or request.dooh must be defined';
  return count > 1 ? 'No more than one of request.site or request.app or request.dooh can be defined' : undefined;
}

/** A site needs an id or a page, and a valid `ext.amp`. @returns the error message */
export function siteError(site: Site | undefined): string | undefined {
  if (!site) return undefined;
  if (!site.id && !site.page) return 'request.site should include at least one of request.site.id or request.site.page.';
  const amp = site.ext?.['amp'];
  // A value that is not an integer is accepted for compatibility.
  const wrong = Number.isInteger(amp) && amp !== 0 && amp !== 1;
  return wrong ? 'request.site.ext.amp must be either 1, 0, or undefined' : undefined;
}

/** The shape of `app.ext` and `app.ext.srv`. @returns the error message */
export function appError(app: App | undefined): string | undefined {
  const ext: unknown = app?.ext ?? {};
  if (!isObject(ext)) return notAnObject(ext);
  const { srv } = ext;
  if (srv === undefined || srv === null) return undefined;
  const error = extError('AppSrv', srv);
  return error && placedError(error, 'request.app.ext.srv');
}

/** A screen needs an id or a venue type. @returns the error message */
export function doohError(dooh: DOOH | undefined): string | undefined {
  if (!dooh || dooh.id || (dooh.venuetype && dooh.venuetype.length > 0)) return undefined;
  return 'request.dooh should include at least one of request.dooh.id or request.dooh.venuetype.';
}

/** Numbers of a device cannot be negative. @returns the error message */
export function deviceError({ device }: Pick<BidRequest, 'device'>): string | undefined {
  if (!device) return undefined;
  for (const name of ['w', 'h', 'ppi'] as const) if ((device[name] ?? 0) < 0) return `request.device.${name} must be a positive number`;
  return (device.geo?.accuracy ?? 0) < 0 ? 'request.device.geo.accuracy must be a positive number' : undefined;
}

/** The accuracy of the user's location cannot be negative. @returns the error message */
export const userGeoError = ({ user }: Pick<BidRequest, 'user'>): string | undefined =>
  (user?.geo?.accuracy ?? 0) < 0 ? 'request.user.geo.accuracy must be a positive number' : undefined;
