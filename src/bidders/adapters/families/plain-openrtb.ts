/** The protocol of partners with plain OpenRTB: the request unchanged, the type from the bid or else from its imp. */
import { badServer } from '../../errors.ts';
import { videoExtras } from '../../kit/bids.ts';
import { byExtType, byImp, byMtype, firstOf } from '../../kit/media-type.ts';
import { typeNotDefined } from '../../kit/messages.ts';
import type { ResponseSpec } from '../../kit/response-spec.ts';
import type { JavaSpec } from '../../kit/spec.ts';
import { status } from '../../kit/status.ts';

const response = {
  mediaType: firstOf(byMtype(), byExtType(), byImp(), ({ impid }) => badServer(typeNotDefined(impid))),
  extras: videoExtras,
} satisfies ResponseSpec<undefined>;

export const plainTraffic = { readParams: 'never', status: status.s1, response } as const;

/** For bidders that are aliases of `generic` in the Java variant: nothing of their own protocol applies there. */
export const aliasOfGeneric = {
  aliasOf: 'generic',
  ...plainTraffic,
  headers: undefined,
  response: { ...response, unreadable: undefined, currency: undefined, onBadBid: undefined },
} satisfies JavaSpec<never, undefined>;

/** In the Java variant of some bidders the type is that of the bid's imp, or banner, and nothing of their own protocol applies. */
export const javaPassThrough = {
  headers: undefined,
  status: undefined,
  response: {
    unreadable: undefined,
    check: undefined,
    currency: undefined,
    mediaType: byImp({ otherwise: () => 'banner' }),
  },
} satisfies JavaSpec<never, undefined>;
