/** One imp's request: ids and targeting in the exchange's own `ext.rp`, privacy and supply chain where OpenRTB 2.5 has them. */
import type { SharedRequest } from '../bidder.ts';
import { object } from '../kit/decode.ts';
import { filled, without } from '../kit/objects.ts';
import type { RequestPatch } from '../kit/spec.ts';
import type { Params } from './params.ts';
import { contentTarget, userTarget } from './target.ts';

const MAX_BADV = 50;

export function toRequest(request: SharedRequest, params: Params): RequestPatch {
  const { device, badv, source } = request;
  return {
    cur: undefined,
    ext: undefined,
    badv: badv?.slice(0, MAX_BADV),
    device: device && { ...device, ext: { ...{ rp: { pixelratio: device.pxratio ?? 0 } } } },
    user: toUser(request, params),
    ...toInventory(request, params),
    source: source?.schain ? { ...without(source, 'schain'), ext: { ...source.ext, schain: source.schain } } : source,
    regs: toRegs(request),
  };
}

function toUser({ user }: SharedRequest, { visitor }: Params): RequestPatch['user'] {
  if (!user) return undefined;
  const ext = object(user.ext);
  const privacy = filled({ consent: user.consent || ext['consent'], eids: user.eids?.length ? user.eids : ext['eids'] });
  return {
    ...without(user, 'geo', 'yob', 'gender', 'eids', 'consent'),
    ext: { ...privacy, rp: { target: userTarget(user, visitor) } },
  };
}

function toInventory({ site, app }: SharedRequest, { siteId, accountId }: Params): Pick<RequestPatch, 'site' | 'app'> {
  const publisher = { ext: { rp: { account_id: accountId } } };
  if (!site) return { app: app && { ...app, publisher, ext: { rp: { site_id: siteId } } } };
  const target = contentTarget(site.content?.data);
  return { site: { ...site, publisher, ext: { rp: { site_id: siteId, ...(target && { target }) } } } };
}

function toRegs({ regs }: SharedRequest): RequestPatch['regs'] {
  if (!regs || (regs.gdpr === undefined && !regs.us_privacy)) return regs;
  const { gdpr = regs.ext?.['gdpr'], us_privacy } = regs;
  const ext = { ...regs.ext, ...(gdpr !== undefined && { gdpr }), ...(us_privacy && { us_privacy }) };
  return { ...without(regs, 'gdpr', 'us_privacy'), ext };
}
