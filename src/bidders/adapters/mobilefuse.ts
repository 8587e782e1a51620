import { z } from 'zod';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byExtField, byMtype } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpPatch, RequestContext } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const readParams = readerOf(z.object({ placement_id: z.int() }));

/** Reports the imps before the first decodable one. @returns the last of their errors, which ends the request */
function checkStart({ request, errors }: RequestContext): BidderError | undefined {
  for (const imp of request.imp) {
    const found = paramsIn(imp, readParams);
    if ('value' in found) break;
    errors.push(badInput(found.error));
  }
  return errors.pop();
}

/** The placement of the request's first imp (decodable, as `checkStart` has passed), for imps without their own; 0 without one. */
function firstPlacement({ imp: [first] }: SharedRequest): number {
  const found = first && paramsIn(first, readParams);
  return found && 'value' in found ? (found.value.placement_id ?? 0) : 0;
}

export default defineBidder({
  code: 'mobilefuse',
  endpoint: 'http://mfx.mobilefuse.com/openrtb',
  maintainer: 'prebid@mobilefuse.com',
  vendorId: 909,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  geoscope: ['USA', 'CAN'],
  sync: {
    iframe: { url: 'https://mfx.mobilefuse.com/usync?us_privacy={{.USPrivacy}}&pxurl={{.RedirectURL}}', userMacro: '$UID' },
    redirect: { url: 'https://mfx.mobilefuse.com/getuid?us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}', userMacro: '$UID' },
  },
  params: z.object({ placement_id: z.int() }),

  before: checkStart,
  paramsOf: 'inherited',
  checkImp: ({ banner, video, native }) => (banner || video || native ? undefined : 'skip'),
  onBadImp: 'abort',
  imp: ({ params: { placement_id: id }, ext: { skadn } }, { request }) => ({
    tagid: String(id ?? firstPlacement(request)),
    ext: skadn === undefined || skadn === null ? undefined : ({ skadn } as ImpPatch['ext']),
  }),
  noImps: () => generic('No valid imps'),
  status: status.s5,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid, mtype = 0 }) =>
      badServer(`Unsupported MType "${mtype}" for impression ID "${impid}"`),
    ),
    bid: () => ({ ext: undefined }),
  },
  java: {
    before: undefined,
    paramsOf: 'own',
    badParams: (cause) => badInput(`Error parsing ExtImpMobilefuse value: ${cause}`),
    imp: ({ params: { placement_id: id = 0 }, ext: { skadn } }) => ({
      tagid: String(id),
      ext: skadn === undefined || skadn === null ? undefined : ({ skadn } as ImpPatch['ext']),
    }),
    noImps: () => badInput('No valid imps'),
    response: { mediaType: byExtField('mf.media_type', { types: { video: 'video', native: 'native' }, otherwise: () => 'banner' }) },
  },
});
