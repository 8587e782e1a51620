/** The envelope around the OpenRTB request. */
import { z } from 'zod';
import type { SharedRequest } from '../../bidder.ts';
import { readerOf } from '../../kit/reader.ts';
import type { Group, RequestContext } from '../../kit/spec.ts';

interface Params {
  readonly placementId?: string | undefined;
  readonly customerId?: string | undefined;
}

const CODE = 'contxtful';

const readUserExt = readerOf(z.object({ srv: z.object({ buyeruids: z.object({ contxtful: z.string() }) }) }));

/** Imps of one call belong to the first customer named. */
export function withCustomer(imps: Group<Params>): Group<Params> {
  const customerId = imps.find(({ params }) => params.customerId)?.params.customerId ?? '';
  return imps.map((item) => ({ ...item, params: { ...item.params, customerId } }));
}

/** A `body` hook. */
export const toBody = (group: Group<Params>, { request }: RequestContext): object => ({
  ortb2: withBuyerUid(request),
  bidRequests: group.map(({ imp, params }) => ({ bidder: CODE, params: { placementId: params.placementId ?? '' }, bidId: imp.id })),
  bidderRequest: { bidderCode: CODE },
  config: { [CODE]: { version: 'v1', customer: group[0]?.params.customerId ?? '' } },
});

function withBuyerUid(request: SharedRequest): SharedRequest {
  const { user } = request;
  if (!user || user.buyeruid) return request;
  const ext = readUserExt(user.ext ?? null);
  const buyeruid = 'error' in ext ? undefined : ext.value.srv?.buyeruids?.contxtful;
  return buyeruid ? { ...request, user: { ...user, buyeruid } } : request;
}
