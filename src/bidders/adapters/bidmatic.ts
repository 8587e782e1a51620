import { z } from 'zod';
import { MEDIA_TYPES } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { idOrString } from '../kit/params.ts';
import { checkExt, ignoring, parseInteger, parseJavaInteger, sourceIdTraffic, unknownImp, unreadable } from './families/source-id.ts';

const rules = { extKey: 'bidmatic', name: 'source' } as const;

export default defineBidder({
  code: 'bidmatic',
  endpoint: 'http://adapter.bidmatic.io/pbs/ortb',
  maintainer: 'advertising@bidmatic.io',
  vendorId: 1134,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: z.object({ placementId: z.int().optional(), siteId: z.int().optional(), source: idOrString(), bidFloor: z.number().optional() }),

  ...sourceIdTraffic({ ...rules, parse: parseInteger('marshaling', generic) }),
  checkImp: checkExt,
  response: {
    unreadable,
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['video', 'banner', 'audio', 'native'], noImp: unknownImp, noType: () => 'banner' }),
    bid: (_, type) => ({ mtype: MEDIA_TYPES.indexOf(type || 'banner') + 1 }),
  },
  java: {
    imp: sourceIdTraffic({ ...rules, parse: parseJavaInteger((source) => badInput(`Cannot parse sourceId=${source} to int`)) }).imp,
    badParams: (cause, imp, step) => (step === 'ext' ? badInput(cause) : ignoring(imp, `error while decoding impExt, err: ${cause}`)),
    response: { mediaType: byImp({ noImp: unknownImp, noType: () => 'banner' }) },
  },
});
