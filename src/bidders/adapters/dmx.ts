import { z } from 'zod';
import { badInput, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { impNotFound } from '../kit/messages.ts';
import { statusPolicy } from '../kit/status.ts';
import { checkIds, eachFormat, inventoryOf, onceEach, readParams, requireSeller, toUri, withTracker } from './dmx/traffic.ts';

export default defineBidder({
  code: 'dmx',
  endpoint: 'https://dmx-direct.districtm.io/b/v2',
  maintainer: 'prebid@districtm.net',
  vendorId: 144,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: z.object({
    memberid: z.string(),
    placement_id: z.string().optional(),
    seller_id: z.string().optional(),
    dmxid: z.string().optional(),
    tagid: z.string().optional(),
    bidfloor: z.number().optional(),
  }),

  before: (context) => inventoryOf(context, 'report'),
  readParams,
  finishImp: requireSeller,
  onBadImp: 'keep',
  callWithoutImps: true,
  fanout: (imps, { request }) => checkIds(request) ?? [imps.flatMap(eachFormat)],
  uri: toUri,
  headers: 'json',
  editBody: (body) => (body.imp.length > 0 ? body : { ...body, imp: null }),
  status: statusPolicy({
    messages: { 400: 'Unexpected status code 400' },
    other: 'Unexpected response no status code',
    badInput: 'all',
  }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({
      order: ['banner', 'video'],
      noType: () => 'banner',
      noImp: ({ impid }) => badInput(`${impNotFound(impid)} `),
    }),
    bid: (bid, type) => (type === 'video' ? withTracker(bid) : undefined),
  },
  java: {
    before: (context) => {
      const patch = inventoryOf(context, 'ignore');
      return isError(patch) ? patch : (checkIds({ ...context.request, ...patch }) ?? patch);
    },
    onBadImp: 'drop',
    fanout: (imps) => [imps.flatMap(onceEach)],
    response: {
      mediaType: byImp({
        order: ['video', 'banner'],
        noType: () => 'banner',
        noImp: ({ impid }) => badInput(`Failed to find impression ${impid}`),
      }),
    },
  },
});
