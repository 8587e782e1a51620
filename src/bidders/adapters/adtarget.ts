import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { idOrString } from '../kit/params.ts';
import { status } from '../kit/status.ts';
import { checkFormats, ignoring, parseInteger, parseJavaInteger, sourceIdTraffic, unknownImp, unreadable } from './families/source-id.ts';

const rules = { extKey: 'adtarget', name: 'aid' } as const;

export default defineBidder({
  code: 'adtarget',
  endpoint: 'http://ghb.console.adtarget.com.tr/pbs/ortb',
  maintainer: 'kamil@adtarget.com.tr',
  vendorId: 779,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: z.object({ placementId: z.int().optional(), siteId: z.int().optional(), aid: idOrString(), bidFloor: z.number().optional() }),

  ...sourceIdTraffic({
    ...rules,
    parse: parseInteger('encoding', (message, imp) => ignoring(imp, `aid parsing err: ${message}`)),
  }),
  checkImp: checkFormats('Adtarget'),
  // All responses except 400 are read.
  status: (response) => (response.status === 204 || response.status === 400 ? status.s1(response) : 'ok'),
  response: { unreadable, currency: { fixed: 'USD' }, mediaType: byImp({ order: ['video'], noImp: unknownImp, noType: () => 'banner' }) },
  java: {
    imp: sourceIdTraffic({
      ...rules,
      parse: parseJavaInteger((source, imp) => ignoring(imp, `aid parsing err: For input string: "${source}"`)),
    }).imp,
    response: { unreadable: undefined },
  },
});
