/**
 * Any partner that speaks plain OpenRTB, without code: the host gives the endpoint (`adapters.generic.endpoint`, or an
 * alias with `alias_of: generic`), publishers give whatever params the partner wants in `imp.ext.bidder`.
 */
import { z } from 'zod';
import { badServer } from '../errors.ts';
import { videoExtras } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtType, byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';
import { status } from '../kit/status.ts';

const all = ['banner', 'video', 'audio', 'native'] as const;

export default defineBidder({
  code: 'generic',
  maintainer: '',
  disabled: true,
  capabilities: { site: all, app: all, dooh: all },
  gpp: true,
  modifyingVastXmlAllowed: true,
  params: z.record(z.string(), z.unknown()),

  readParams: 'never',
  status: status.s1,
  response: {
    mediaType: firstOf(byMtype(), byExtType(), byImp(), ({ impid }) => badServer(typeNotDefined(impid))),
    extras: videoExtras,
  },
});
