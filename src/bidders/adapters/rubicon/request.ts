/** One imp's request: ids and targeting in the exchange's `ext.rp`, privacy and supply chain in their OpenRTB 2.5 fields. */
import type { Ext } from '#src/openrtb/ext.ts';
import type { SharedRequest } from '../../bidder.ts';
import { number, object } from '../../kit/decode.ts';
import { filled, without } from '../../kit/objects.ts';
import type { RequestPatch } from '../../kit/spec.ts';
import type { Params } from './params.ts';
import { contentTarget, userTarget } from './target.ts';

const MAX_BADV = 50;

/** In the Java variant segments are sent as targeting only, and an empty device or user is omitted. */
export function toRequest(request: SharedRequest, params: Params, isJava: boolean): RequestPatch {
  const { device, badv } = request;
  return {
    cur: undefined,
    ext: undefined,
    badv: badv?.slice(0, MAX_BADV),
    device: device && { ...device, ext: { ...{ rp: toDevice(device, isJava) } } },
    user: toUser(request, params, isJava),
    ...toInventory(request, params, isJava),
    source: toSource(request, isJava),
    regs: toRegs(request),
  };
}

const toDevice = ({ pxratio }: NonNullable<SharedRequest['device']>, isJava: boolean): Ext =>
  isJava && pxratio === undefined ? {} : { pixelratio: pxratio ?? 0 };

function toUser({ user }: SharedRequest, { visitor }: Params, isJava: boolean): RequestPatch['user'] {
  if (!user) return undefined;
  const ext = object(user.ext);
  const privacy = filled({ consent: user.consent || ext['consent'], eids: user.eids?.length ? user.eids : ext['eids'] });
  return {
    ...without(isJava ? without(user, 'data') : user, 'geo', 'yob', 'gender', 'eids', 'consent'),
    ext: { ...privacy, rp: { target: userTarget(user, visitor) } },
  };
}

function toInventory({ site, app }: SharedRequest, { siteId, accountId }: Params, isJava: boolean): Pick<RequestPatch, 'site' | 'app'> {
  const publisher = { ext: { rp: { account_id: accountId } } };
  if (!site) return { app: app && { ...app, publisher, ext: { rp: { site_id: siteId } } } };
  const target = contentTarget(site.content?.data);
  const rp = { site_id: siteId, ...(target && { target }) };
  if (!isJava) return { site: { ...site, publisher, ext: { rp } } };
  const amp = number(object(site.ext)['amp']) ?? 0;
  return { site: { ...site, content: without(site.content, 'data'), publisher, ext: { amp, rp } } };
}

/** The exchange takes nothing but the chain of the extension. */
function toSource({ source }: SharedRequest, isJava: boolean): RequestPatch['source'] {
  const schain = source?.schain ?? (isJava ? undefined : source?.ext?.schain);
  return schain ? { ...without(source, 'schain'), ext: { ...(isJava && source?.ext), schain } } : source;
}

function toRegs({ regs }: SharedRequest): RequestPatch['regs'] {
  if (!regs || (regs.gdpr === undefined && !regs.us_privacy)) return regs;
  const { gdpr = regs.ext?.['gdpr'], us_privacy } = regs;
  const ext = { ...regs.ext, ...(gdpr !== undefined && { gdpr }), ...(us_privacy && { us_privacy }) };
  return { ...without(regs, 'gdpr', 'us_privacy'), ext };
}
