/** One GET request per imp. */
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { filled } from '../../kit/objects.ts';
import type { RequestContext, SharedImp } from '../../kit/spec.ts';
import { encodeQuery } from '../../kit/url.ts';

/** The location's id of an imp. */
export const checkId = (id: string | undefined): BidderError | undefined =>
  id ? undefined : badInput('No Location ID in ExtImpAdgeneration.');

/** The currency of request and bids; responses name none. */
export const currencyOf = ({ cur = [] }: SharedRequest): string => (cur.includes('JPY') ? 'JPY' : (cur[0] ?? 'JPY'));

const SDK_TYPES: { readonly [os: string]: string } = { android: '1', ios: '2' };

/** The endpoint; a query in the host's settings is replaced. */
export function toUri(imp: SharedImp, id: string, { request, builder }: RequestContext): string {
  const { site, app, device, source } = request;
  const { os = '', ifa = '' } = device ?? {};
  const query = encodeQuery({
    adapterver: '1.0.3',
    currency: currencyOf(request),
    hb: 'true',
    id,
    posall: 'SSPLOC',
    sdkname: 'prebidserver',
    sdktype: (Object.hasOwn(SDK_TYPES, os) && SDK_TYPES[os]) || '0',
    t: 'json3',
    ...filled({
      advertising_id: os === 'android' ? ifa : '',
      appbundle: app?.bundle,
      appname: app?.name,
      idfa: os === 'ios' ? ifa : '',
      sizes: imp.banner?.format?.map(({ w = 0, h = 0 }) => `${w}x${h}`).join(','),
      tp: site?.page,
      transactionid: source?.tid,
    }),
  });
  return `${builder.endpoint.split('?', 1)[0]}?${query}`;
}
