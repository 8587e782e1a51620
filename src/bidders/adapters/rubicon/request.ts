/** One imp's request: ids and targeting in the exchange's `ext.rp`, privacy and supply chain in their OpenRTB 2.5 fields. */
import { number, object } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { SharedRequest } from '../../bidder.ts';
import { filled, without } from '../../kit/objects.ts';
import type { RequestPatch } from '../../kit/spec.ts';
import type { RubiconDialect } from './dialect.ts';
import type { Params } from './params.ts';
import { contentTarget, userTarget } from './target.ts';

const MAX_BADV = 50;

/** The parts of the request that differ from the shared one. */
export function toRequest(request: SharedRequest, params: Params, dialect: RubiconDialect): RequestPatch {
  const { device, badv } = request;
  return {
    cur: undefined,
    ext: undefined,
    badv: badv?.slice(0, MAX_BADV),
    device: device && { ...device, ext: { ...{ rp: toDevice(device, dialect) } } },
    user: toUser(request, params, dialect),
    ...toInventory(request, params, dialect),
    source: toSource(request, dialect),
    regs: toRegs(request),
  };
}

const toDevice = ({ pxratio }: NonNullable<SharedRequest['device']>, { omitsMissingPixelRatio }: RubiconDialect): Ext =>
  omitsMissingPixelRatio && pxratio === undefined ? {} : { pixelratio: pxratio ?? 0 };

function toUser({ user }: SharedRequest, { visitor }: Params, { targetsOnly }: RubiconDialect): RequestPatch['user'] {
  if (!user) return undefined;
  const ext = object(user.ext);
  const privacy = filled({ consent: user.consent || ext['consent'], eids: user.eids?.length ? user.eids : ext['eids'] });
  return {
    ...without(targetsOnly ? without(user, 'data') : user, 'geo', 'yob', 'gender', 'eids', 'consent'),
    ext: { ...privacy, rp: { target: userTarget(user, visitor) } },
  };
}

function toInventory(
  { site, app }: SharedRequest,
  { siteId, accountId }: Params,
  { targetsOnly, sendsAmp }: RubiconDialect,
): Pick<RequestPatch, 'site' | 'app'> {
  const publisher = { ext: { rp: { account_id: accountId } } };
  if (!site) return { app: app && { ...app, publisher, ext: { rp: { site_id: siteId } } } };
  const target = contentTarget(site.content?.data);
  const rp = { site_id: siteId, ...(target && { target }) };
  const content = targetsOnly ? { content: without(site.content, 'data') } : {};
  const amp = sendsAmp ? { amp: number(object(site.ext)['amp']) ?? 0 } : {};
  return { site: { ...site, ...content, publisher, ext: { ...amp, rp } } };
}

/** The exchange takes nothing but the chain of the extension. */
function toSource({ source }: SharedRequest, { readsOldSchain, retainsSourceExt }: RubiconDialect): RequestPatch['source'] {
  const schain = source?.schain ?? (readsOldSchain ? source?.ext?.schain : undefined);
  return schain ? { ...without(source, 'schain'), ext: { ...(retainsSourceExt && source?.ext), schain } } : source;
}

function toRegs({ regs }: SharedRequest): RequestPatch['regs'] {
  if (!regs || (regs.gdpr === undefined && !regs.us_privacy)) return regs;
  const { gdpr = regs.ext?.['gdpr'], us_privacy } = regs;
  const ext = { ...regs.ext, ...(gdpr !== undefined && { gdpr }), ...(us_privacy && { us_privacy }) };
  return { ...without(regs, 'gdpr', 'us_privacy'), ext };
}
