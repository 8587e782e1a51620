import { z } from 'zod';
import { percentEncode } from '#src/lang/percent.ts';
import type { MediaType } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { compileTemplate } from '../kit/macros.ts';
import { readerOf } from '../kit/reader.ts';
import type { Group, RequestPatch } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const NO_PUBLISHER = 'Cannot infer publisher ID from bid ext';
const FORMATS = new Map<string | undefined, MediaType>([
  ['BANNER', 'banner'],
  ['VIDEO', 'video'],
]);
const readBidExt = readerOf(z.object({ format: z.string() }));

/** The first publisher that an imp names. */
const publisherOf = (imps: Group<{ readonly pub_id?: string | undefined }>): string | undefined =>
  imps.find(({ params }) => params.pub_id)?.params.pub_id;

export default defineBidder({
  code: 'smartrtb',
  endpoint: 'http://market-east.smrtb.com/json/publisher/rtb?pubid={{.PublisherID}}',
  maintainer: 'engineering@smrtb.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://market-global.smrtb.com/sync/all?nid=smartrtb&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&rr={{.RedirectURL}}',
      userMacro: '{XID}',
    },
  },
  params: z.object({
    pub_id: z.string().min(4),
    med_id: z.string().optional(),
    zone_id: z.string().min(20).optional(),
    force_bid: z.boolean().optional(),
  }),

  checkImp: ({ banner, video }) => (banner || video ? undefined : 'skip'),
  imp: ({ params: { zone_id: zone } }) => (zone ? { tagid: zone } : undefined),
  fanout: (imps) => (publisherOf(imps) === undefined ? badInput(NO_PUBLISHER) : [imps]),
  setup: ({ endpoint }) => compileTemplate(endpoint),
  uri: (group, { setup: fill }) => fill({ PublisherID: publisherOf(group) }),
  headers: 'openrtb-2.5',
  request: (group) => ({ ext: { pub_id: publisherOf(group) } }) as RequestPatch,
  status: statusPolicy({ messages: { 400: 'Invalid request.' }, other: 'Unexpected HTTP status %d.' }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: (bid) => {
      const found = readBidExt(bid.ext);
      if ('error' in found) return badServer('Invalid bid extension from endpoint.');
      return FORMATS.get(found.value.format) ?? badServer(`Unsupported creative type ${found.value.format ?? ''}.`);
    },
    onBadBid: 'abort',
    bid: () => ({ ext: undefined }),
  },
  java: {
    checkImp: ({ banner, video }) => (banner || video ? undefined : badInput('SmartRTB only supports banner and video')),
    noImps: () => badInput(NO_PUBLISHER),
    endpoint: 'http://market-east.smrtb.com/json/publisher/rtb?pubid={PubId}',
    setup: ({ endpoint }) => compileTemplate(endpoint, percentEncode),
    uri: (group, { setup: fill }) => fill({ PubId: publisherOf(group) }),
    request: undefined,
  },
});
