import { z } from 'zod';
import { MEDIA_TYPES } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { idOrString } from '../kit/params.ts';
import {
  checkExt,
  ignoring,
  parseInteger,
  parseJavaInteger,
  type SourceRules,
  sourceIdTraffic,
  typeOfSent,
  unreadable,
} from './families/source-id.ts';

const common = { extKey: 'bidmatic', name: 'source' } as const;
const rules: SourceRules = { ...common, parse: parseInteger('marshaling', generic) };
const javaRules: SourceRules = { ...common, parse: parseJavaInteger((source) => badInput(`Cannot parse sourceId=${source} to int`)) };

export default defineBidder({
  code: 'bidmatic',
  endpoint: 'http://adapter.bidmatic.io/pbs/ortb',
  maintainer: 'advertising@bidmatic.io',
  vendorId: 1134,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: z.object({ placementId: z.int().optional(), siteId: z.int().optional(), source: idOrString(), bidFloor: z.number().optional() }),

  ...sourceIdTraffic(rules),
  checkImp: checkExt,
  response: {
    unreadable,
    currency: { fixed: 'USD' },
    mediaType: typeOfSent(rules, checkExt, ['video', 'banner', 'audio', 'native']),
    bid: (_, type) => ({ mtype: MEDIA_TYPES.indexOf(type || 'banner') + 1 }),
  },
  java: {
    imp: sourceIdTraffic(javaRules).imp,
    badParams: (cause, imp, step) => (step === 'ext' ? badInput(cause) : ignoring(imp, `error while decoding impExt, err: ${cause}`)),
    response: { mediaType: typeOfSent(javaRules, checkExt, ['banner', 'video', 'native', 'audio']) },
  },
});
