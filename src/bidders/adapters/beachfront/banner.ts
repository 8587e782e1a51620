/** The body of the banner call, in a form of its own. */
import type { SharedRequest } from '../../bidder.ts';
import { object } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { domainOf } from './page.ts';
import type { Rules } from './rules.ts';
import type { Slot } from './slots.ts';

const NO_CHAIN = { complete: 0, nodes: null, ver: '' };

/** All fields are always written. `first`: the first banner imp, even a dropped one. */
export function bannerBody(slots: readonly Slot[], first: SharedImp | undefined, request: SharedRequest, rules: Rules): object {
  const { id, device, user, source } = request;
  const { page, domain, isMobile } = placeOf(request);
  return {
    slots: slots.map(({ imp, appId, floor }) => ({
      slot: imp.id,
      id: appId,
      bidfloor: floor,
      sizes: imp.banner?.format?.map(({ w = 0, h = 0 }) => ({ w, h })) ?? [],
    })),
    domain,
    page,
    referrer: '',
    search: '',
    secure: first?.secure ?? (rules.isSecure(page) ? 1 : 0),
    deviceOs: device?.os ?? '',
    deviceModel: device?.model ?? '',
    isMobile,
    ua: device?.ua ?? '',
    dnt: device?.dnt ?? 0,
    user: filled({ id: user?.id, buyeruid: user?.buyeruid }),
    adapterName: 'BF_PREBID_S2S',
    adapterVersion: '1.0.0',
    ip: device?.ip ?? '',
    requestId: id,
    real204: true,
    schain: { ...NO_CHAIN, ...object(object(source?.ext)['schain']) },
  };
}

function placeOf({ site, app }: SharedRequest): { page: string; domain: string; isMobile: 0 | 1 } {
  if (!site) return { page: app?.bundle ?? '', domain: app?.domain ?? '', isMobile: 1 };
  const { page = '', domain } = site;
  return { page, domain: domain || domainOf(page), isMobile: 0 };
}
