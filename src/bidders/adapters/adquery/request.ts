/** A request of the exchange's own form, one per imp. */
import type { SharedRequest } from '../../bidder.ts';
import type { SharedImp } from '../../kit/spec.ts';

/** All fields are always written. */
export const toBody = (
  { id, user, device, site }: SharedRequest,
  imp: SharedImp,
  { placementId = '', type = '' }: { readonly placementId?: string | undefined; readonly type?: string | undefined },
): object => ({
  v: 'server',
  placementCode: placementId,
  type,
  adUnitCode: imp.tagid ?? '',
  bidQid: user?.id ?? '',
  bidId: `${id}${imp.id}`,
  bidIp: device?.ip ?? '',
  bidIpv6: device?.ipv6 ?? '',
  bidUa: device?.ua ?? '',
  bidder: 'adquery',
  bidPageUrl: site?.page ?? '',
  bidderRequestId: id,
  bidRequestsCount: 1,
  bidderRequestsCount: 1,
  sizes: sizesOf(imp.banner),
});

function sizesOf({ format = [], w, h }: NonNullable<SharedImp['banner']> = {}): string {
  if (format.length > 0) return format.map((one) => `${one.w ?? 0}x${one.h ?? 0}`).join(',');
  return w !== undefined && h !== undefined ? `${w}x${h}` : '';
}
