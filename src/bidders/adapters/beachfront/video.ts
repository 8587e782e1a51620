/** The OpenRTB request of one video imp. */
import type { SharedRequest } from '../../bidder.ts';
import { without } from '../../kit/objects.ts';
import { domainOf, domainOfBundle } from './page.ts';
import type { Rules } from './rules.ts';
import type { Slot } from './slots.ts';

/** Responses are VAST (`adm`) or an address of it (`nurl`). */
export const isNurl = ({ params }: Slot): boolean => params.videoResponseType === 'nurl';

export function videoRequest(slot: Slot, request: SharedRequest, rules: Rules): object {
  const { site, app, cur } = request;
  const needsDomain = Boolean(site?.page) && !site?.domain;
  const page = site?.page ?? '';
  const bundleDomain = app?.bundle && !app.domain ? domainOfBundle(app.bundle) : undefined;
  return {
    ...without(request, 'ext'),
    imp: [toImp(slot, needsDomain && rules.isSecure(page) ? 1 : 0, rules)],
    device: deviceOf(slot, request),
    cur: cur?.length ? cur : ['USD'],
    ...(needsDomain && { site: { ...site, domain: domainOf(page) } }),
    ...(bundleDomain !== undefined && { app: { ...app, domain: bundleDomain } }),
  };
}

function toImp({ imp, floor }: Slot, secure: 0 | 1, rules: Rules): object {
  const { video = {} } = imp;
  return {
    ...without(imp, 'banner', 'ext', 'bidfloor', 'bidfloorcur'),
    video: { ...video, ...rules.sizeOf(video) },
    secure,
    ...(floor > 0 && { bidfloor: floor, bidfloorcur: 'USD' }),
  };
}

/** Default device types of OpenRTB: 2 personal computer, 1 mobile. */
function deviceOf(slot: Slot, { device = {}, site }: SharedRequest): object {
  return {
    ...device,
    ...(!isNurl(slot) && { ip: device.ip || '255.255.255.255' }),
    devicetype: device.devicetype || (site ? 2 : 1),
  };
}
