import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { inventoryPatch } from '../kit/objects.ts';
import type { RequestPatch } from '../kit/spec.ts';
import { badImpAt } from './families/imp-index.ts';

const typeUnknown = (mtype: number): string => `unrecognized bid_ad_type in response from exco: ${mtype}`;

const publisherOf = (request: SharedRequest, id: string): RequestPatch =>
  inventoryPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id } }));

export default defineBidder({
  code: 'exco',
  endpoint: 'https://v.ex.co/se/openrtb/hb/pbs',
  maintainer: 'itadmin@ex.co',
  vendorId: 444,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://sync.ex.co/v1/user_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ accountId: z.string().min(1), publisherId: z.string().min(1), tagId: z.string().min(1) }),

  badParams: badImpAt('Information'),
  onBadImp: 'abort',
  imp: ({ params: { tagId = '' } }) => ({ tagid: tagId }),
  headers: 'json',
  request: (group, { request }) => publisherOf(request, group.at(-1)?.params.publisherId ?? ''),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video'], ({ mtype = 0 }) => generic(typeUnknown(mtype))),
  },
  java: {
    badParams: (cause, { id }) => badInput(`Invalid imp.ext for impression ${id}. Error Information: ${cause}`),
    response: { mediaType: byMtype(['banner', 'video'], ({ mtype = 0 }) => badServer(typeUnknown(mtype))) },
  },
});
