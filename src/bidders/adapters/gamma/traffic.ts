/** Hooks of the exchange: a GET per imp, and VAST in a field of its own. */
import { string } from '#src/json/values.ts';
import { queryEscape } from '#src/lang/percent.ts';
import type { DeepReadonly, Device } from '#src/openrtb/ortb.ts';
import type { BidderError, MediaType } from '../../bidder.ts';
import { badInput, badServer } from '../../errors.ts';
import { field } from '../../kit/decode.ts';
import { deviceHeaders } from '../../kit/headers.ts';
import type { BidPatch, SharedBid } from '../../kit/response-spec.ts';
import type { Group, Headers, ImpWithParams, RequestContext, RequestPatch } from '../../kit/spec.ts';

interface Params {
  readonly id?: string | undefined;
  readonly zid?: string | undefined;
  readonly wid?: string | undefined;
}

/** A `before` hook: imps of other types are dropped before any params are read. */
export const withFormat =
  (messages: { readonly ignored: string; readonly none: string }) =>
  ({ request, errors }: RequestContext): RequestPatch | BidderError => {
    if (request.imp.length === 0) return badInput('No impressions in the bid request');
    const imp = request.imp.filter(({ banner, video }) => banner || video);
    for (const { id, banner, video } of request.imp) if (!banner && !video) errors.push(badInput(`${messages.ignored}${id}`));
    return imp.length > 0 ? { imp } : badInput(messages.none);
  };

export function checkParams({ params: { id, zid, wid } }: ImpWithParams<Params>): BidderError | undefined {
  if (!id) return badInput('PartnerID is empty');
  if (!zid) return badInput('ZoneID is empty');
  return wid ? undefined : badInput('WebID is empty');
}

/** A `uri` hook: fields in a fixed order, optional ones only if they are not empty. */
export const uriMaker =
  (escaped: (value: string) => string) =>
  ([first]: Group<Params>, { request: { device, app }, builder }: RequestContext): string => {
    const { id = '', zid = '', wid = '' } = first?.params ?? {};
    const optional = {
      device_ip: device?.ip,
      device_model: device?.model,
      device_os: device?.os,
      device_ua: device?.ua && queryEscape(device.ua),
      device_ifa: device?.ifa,
      app_id: app?.id,
      app_bundle: app?.bundle,
      app_name: app?.name,
    };
    const pairs = Object.entries(optional).map(([name, value]) =>
      value ? `&${name}=${name === 'device_ua' ? value : escaped(value)}` : '',
    );
    const required = `?id=${escaped(id)}&zid=${escaped(zid)}&wid=${escaped(wid)}&bidid=${escaped(first?.imp.id ?? '')}&hb=pbmobile`;
    return `${builder.endpoint}${required}${pairs.join('')}`;
  };

export const toHeaders = (device: DeepReadonly<Device> | undefined): Headers => ({
  Accept: '*/*',
  'X-Openrtb-Version': '2.5',
  ...deviceHeaders(device, { ip: 'ip', language: true, dnt: true }),
  Connection: 'keep-alive',
  'Cache-Control': 'no-cache',
});

/** Fields that OpenRTB bids do not have. */
const NOT_IN_BIDS = { vastXml: undefined, vastUrl: undefined };

/** A `bid` hook: video markup is in `vastXml`, its win notice in `vastUrl`. */
export function toMarkup(bid: SharedBid, type: MediaType | ''): BidPatch | BidderError {
  const adm = type === 'video' ? string(field(bid, 'vastXml')) : bid.adm;
  if (!adm) return badServer('Missing Ad Markup. Run with request.debug = 1 for more info');
  const nurl = type === 'video' ? string(field(bid, 'vastUrl')) : '';
  return { ...NOT_IN_BIDS, adm, ...(nurl !== '' && { nurl }) };
}
