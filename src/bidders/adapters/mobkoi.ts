import { z } from 'zod';
import { aborting, badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';

const NO_TAG = 'invalid because it comes with neither request.imp[0].tagId nor req.imp[0].ext.Bidder.placementId';

export default defineBidder({
  code: 'mobkoi',
  endpoint: 'https://pbs.mobkoi.com/bid/prebidserver',
  maintainer: 'platformteam@mobkoi.com',
  vendorId: 898,
  capabilities: { site: ['banner'] },
  openrtb: '2.6',
  params: z.object({ placementId: z.string().optional() }),

  paramsOf: 'first',
  imp: ({ imp, params: { placementId }, index }) => {
    if (index > 0) return undefined;
    if (placementId) return { tagid: placementId };
    return imp.tagid ? undefined : aborting(generic(NO_TAG));
  },
  headers: 'plain-json+accept',
  request: (_, { request: { user } }) => (user?.consent ? { user: { ...user, ext: { consent: user.consent } } } : undefined),
  response: { currency: 'response', mediaType: always('banner'), extras: () => ({ seat: 'mobkoi' }) },
  java: {
    badParams: (cause, { id }) => badInput(`Invalid imp.ext for impression id ${id}. Error Information: ${cause}`),
    imp: ({ imp, params: { placementId }, index }) => {
      if (index > 0) return undefined;
      if (placementId) return { tagid: placementId };
      return imp.tagid ? undefined : aborting(badInput(NO_TAG));
    },
    response: { extras: undefined },
  },
});
