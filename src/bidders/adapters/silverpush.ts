import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, isError } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { badServerResponse } from '../kit/messages.ts';
import type { Lenient } from '../kit/reader.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch } from '../kit/spec.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { describedDevice } from './silverpush/device.ts';
import { type FormatRules, formatRules, javaFormatRules, sizedBanner } from './silverpush/formats.ts';
import { userEids } from './silverpush/user.ts';

const params = z.object({ publisherId: z.string(), bidfloor: z.number().optional() });
type Params = Lenient<z.input<typeof params>>;

const ADAPTER_VERSION = 'sp_pb_ortb_1.0.0';

function toImp({ imp, params: own }: ImpWithParams<Params>, { request }: RequestContext, rules: FormatRules): ImpPatch | BidderError {
  if (!own.publisherId) return badInput('Missing publisherId parameter.');
  const eids = userEids(request.user);
  if (isError(eids)) return eids;
  const { banner, video } = rules.chosen(imp);
  const sized = sizedBanner(banner);
  if (isError(sized)) return sized;
  const timed = video && rules.timed(video);
  if (isError(timed)) return timed;
  const fixed = banner ? 0.05 : video ? 0.1 : imp.bidfloor;
  return { bidfloor: own.bidfloor || fixed, banner: sized, video: timed };
}

interface RequestRules {
  readonly ignoreCase: boolean;
  /** `user.ext` if it has no ids of the user. */
  readonly otherExt: (ext: SharedUser['ext']) => SharedUser['ext'];
  /** Publishers of apps keep their other fields. */
  readonly retainsPublisher: boolean;
}
type SharedUser = NonNullable<RequestContext['request']['user']>;

const requestRules: RequestRules = { ignoreCase: false, otherExt: (ext) => ext, retainsPublisher: false };
const javaRequestRules: RequestRules = { ignoreCase: true, otherExt: () => ({}), retainsPublisher: true };

function toRequest([first]: Group<Params>, { request }: RequestContext, rules: RequestRules): RequestPatch | BidderError {
  const { site, app, user, device } = request;
  const id = first?.params.publisherId;
  const eids = userEids(user);
  if (isError(eids)) return eids;
  return {
    site: site && { ...site, publisher: { ...site.publisher, id } },
    app: site || !app ? app : { ...app, publisher: { ...(rules.retainsPublisher && app.publisher), id } },
    user: user && { ...user, ext: eids ? { eids } : rules.otherExt(user.ext) },
    device: device?.ua ? describedDevice(device, device.ua, rules.ignoreCase) : device,
    ext: { bc: ADAPTER_VERSION, publisherId: id },
  };
}

export default defineBidder({
  code: 'silverpush',
  endpoint: 'https://prebid.chocolateplatform.co/bidder/?identifier=prebidchoc',
  maintainer: 'prebid@silverpush.co',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params,

  imp: (item, context) => toImp(item, context, formatRules),
  fanout: perImp,
  headers: 'openrtb-2.5',
  request: (group, context) => toRequest(group, context, requestRules),
  status: statusPolicy({ other: unexpectedStatus, badInput: 'all' }),
  response: { mediaType: byMtype(['banner', 'video'], () => '') },
  java: {
    imp: (item, context) => toImp(item, context, javaFormatRules),
    request: (group, context) => toRequest(group, context, javaRequestRules),
    response: {
      unreadable: () => badServer(badServerResponse),
      check: seatBidRequired(),
      mediaType: byMtype(['banner', 'video'], ({ id, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : `Unable to resolve mediaType ${mtype} for bid: ${id}`),
      ),
      onBadBid: 'abort',
    },
  },
});
