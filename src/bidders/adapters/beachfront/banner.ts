/** The body of the banner call, in a form of its own. */
import { isObject } from '#src/json/merge.ts';
import { object } from '#src/json/values.ts';
import type { SharedRequest } from '../../bidder.ts';
import { filled } from '../../kit/objects.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { domainOf } from './page.ts';
import type { Rules } from './rules.ts';
import type { Slot } from './slots.ts';

const NO_CHAIN = { complete: 0, nodes: null, ver: '' };

/** Fields that hosts of the Java variant send only if they have a value. */
const EMPTY = { domain: '', page: '', referrer: '', search: '', deviceOs: '', deviceModel: '', ua: '', dnt: 0, user: {}, ip: '' };

/** `first`: the first banner imp, even a dropped one. */
export function bannerBody(slots: readonly Slot[], first: SharedImp | undefined, request: SharedRequest, rules: Rules): object {
  const { id, device, user, source } = request;
  const { page, domain, isMobile } = placeOf(request);
  const chain = object(source?.ext)['schain'];
  return {
    ...(rules.writesEmpty && { ...EMPTY, schain: { ...NO_CHAIN, ...object(chain) } }),
    slots: slots.map(({ imp, appId, floor }) => ({
      slot: imp.id,
      id: appId,
      bidfloor: floor,
      sizes: imp.banner?.format?.map(({ w = 0, h = 0 }) => ({ w, h })) ?? [],
    })),
    ...filled({ domain, page, deviceOs: device?.os, deviceModel: device?.model, ua: device?.ua, ip: device?.ip }),
    secure: first?.secure ?? (rules.isSecure(page) ? 1 : 0),
    isMobile,
    ...(device?.dnt !== undefined && { dnt: device.dnt }),
    ...(user && { user: filled({ id: user.id, buyeruid: user.buyeruid }) }),
    adapterName: 'BF_PREBID_S2S',
    adapterVersion: '1.0.0',
    requestId: id,
    real204: true,
    ...(!rules.writesEmpty && isObject(chain) && { schain: chain }),
  };
}

function placeOf({ site, app }: SharedRequest): { page: string; domain: string; isMobile: 0 | 1 } {
  if (!site) return { page: app?.bundle ?? '', domain: app?.domain ?? '', isMobile: 1 };
  const { page = '', domain } = site;
  return { page, domain: domain || domainOf(page), isMobile: 0 };
}
