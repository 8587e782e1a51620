import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtField, byMtype } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const readImpExt = readerOf(z.object({ bidder: z.object({ placement_id: z.int() }) }));

/** The placement of the first imp that can be decoded; 0 without one. */
function firstPlacement({ imp: imps }: SharedRequest): number {
  for (const { ext } of imps) {
    const found = readImpExt(ext);
    if (typeof found !== 'string') return found.bidder?.placement_id ?? 0;
  }
  return 0;
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
