import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { PLAIN_JSON_ACCEPT } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';
import type { ImpPatch, ImpWithParams } from '../kit/spec.ts';
import { knownSrv } from './families/imp-srv.ts';

interface Params {
  readonly app_store_id?: string | undefined;
  readonly placement_reference_id?: string | undefined;
}

/** Tag and extension of an imp: the exchange's own data with the user's token. */
function impPatch(
  { app_store_id = '', placement_reference_id = '' }: Params,
  { srv, bidder, ae }: ImpWithParams<unknown>['ext'],
  token: string | undefined,
): ImpPatch {
  const vungle = { ...(token !== undefined && { bid_token: token }), app_store_id, placement_reference_id };
  return {
    tagid: placement_reference_id,
    ext: { ...(srv && { srv: knownSrv(srv) }), bidder, ...(ae ? { ae } : {}), vungle } as ImpPatch['ext'],
  };
}

export default defineBidder({
  code: 'vungle',
  endpoint: 'https://rtb.ads.vungle.com/bid/t/c770f32',
  maintainer: 'vxssp@liftoff.io',
  capabilities: { app: ['video'], site: ['video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  params: z.object({ app_store_id: z.string().min(1), placement_reference_id: z.string().min(1) }),

  floor: { to: 'USD', at: 'before-params', error: (_, cause) => generic(`failed to convert currency (err)${cause}`) },
  badParams: (cause, _, step) => generic(`failed unmarshalling ${step === 'ext' ? 'imp ext' : 'bidder imp ext'} (err)${cause}`),
  imp: ({ params, ext }, { request: { user, site, app } }) => {
    if (!user) return 'skip';
    if (!site && !app) return generic('failed constructing app, must have app or site object in bid request');
    const patch = impPatch(params, ext, user.buyeruid ?? '');
    return { ...patch, ext: { srv: null, ...patch.ext } as ImpPatch['ext'] };
  },
  fanout: perImp,
  headers: () => ({ ...PLAIN_JSON_ACCEPT, 'X-OpenRTB-Version': '2.5' }),
  request: ([first], { request: { app } }) => {
    const id = first?.params.app_store_id ?? '';
    return app ? { app: { ...app, id } } : { site: undefined, app: { id } };
  },
  response: { currency: 'response', mediaType: always('video'), extras: (_, __, ___, { seatBid }) => ({ seat: seatBid.seat }) },
  java: {
    aliases: { liftoff: {} },
    imp: ({ params, ext }, { request: { user, site, app } }) => {
      if (!site && !app) return badInput('The bid request must have an app or site object');
      return impPatch(params, ext, user?.buyeruid);
    },
    request: ([first], { request: { app } }) => ({ site: undefined, app: { ...app, id: first?.params.app_store_id ?? '' } }),
  },
});
