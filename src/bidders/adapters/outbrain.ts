import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { filled, siteOrAppPatch } from '../kit/objects.ts';
import type { RequestPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { trackedNative } from './outbrain/native.ts';

interface Params {
  readonly publisher?:
    | { readonly id?: string | undefined; readonly name?: string | undefined; readonly domain?: string | undefined }
    | undefined;
  readonly bcat?: readonly (string | undefined)[] | undefined;
  readonly badv?: readonly (string | undefined)[] | undefined;
}

/** Of each param the value of the last imp that has it. */
function requestPatch(imps: readonly Params[], request: SharedRequest): RequestPatch {
  const last = <T>(pick: (params: Params) => T | undefined): T | undefined =>
    pick(imps.findLast((params) => pick(params) !== undefined) ?? {});
  const strings = (list: Params['bcat']) => (list && list.length > 0 ? list.map((one) => one ?? '') : undefined);
  const publisher = filled({
    id: last((params) => params.publisher?.id),
    name: last((params) => params.publisher?.name),
    domain: last((params) => params.publisher?.domain),
  });
  const [bcat, badv] = [last((params) => params.bcat), last((params) => params.badv)];
  return {
    ...siteOrAppPatch(request, () => ({ publisher })),
    ...(bcat && { bcat: strings(bcat) }),
    ...(badv && { badv: strings(badv) }),
  };
}

export default defineBidder({
  code: 'outbrain',
  endpoint: 'https://prebidtest.zemanta.com/api/bidder/prebidtest/bid/',
  maintainer: 'prog-ops-team@outbrain.com',
  vendorId: 164,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    redirect: {
      url: 'https://prebidtest.zemanta.com/usersync/prebidtest?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&cb={{.RedirectURL}}',
      userMacro: '__ZUID__',
    },
  },
  params: z.object({
    publisher: z.object({ id: z.string(), name: z.string().optional(), domain: z.string().optional() }),
    tagid: z.string().optional(),
    bcat: z.array(z.string()).optional(),
    badv: z.array(z.string()).optional(),
  }),

  onBadImp: 'keep-silently',
  imp: ({ params: { tagid } }) => (tagid ? { tagid } : undefined),
  headers: 'none',
  request: (group, { request }) =>
    requestPatch(
      group.map(({ params }) => params),
      request,
    ),
  status: status.s3,
  response: {
    currency: 'response',
    mediaType: byImp({
      order: ['native', 'banner', 'video'],
      otherwise: ({ impid }) => badInput(`Failed to find native/banner/video impression "${impid}" `),
    }),
    bid: ({ adm = '' }, type) => {
      if (type !== 'native') return undefined;
      const markup = trackedNative(adm);
      return typeof markup === 'string' ? { adm: markup } : markup;
    },
  },
  java: {
    capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
    onBadImp: 'abort',
    badParams: (_, { id }) => badInput(`Impression id=${id}, has invalid Ext`),
    response: {
      mediaType: byImp({
        order: ['native', 'banner'],
        otherwise: ({ impid }) => badServer(`Failed to find native/banner impression "${impid}"`),
      }),
      bid: ({ adm = '' }, type, { errors }) => {
        if (type !== 'native') return undefined;
        const markup = trackedNative(adm);
        if (typeof markup === 'string') return { adm: markup };
        errors.push(markup);
        return undefined;
      },
      onBadBid: { type: 'abort' },
    },
  },
});
