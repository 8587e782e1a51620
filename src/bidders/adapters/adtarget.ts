import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { idOrString } from '../kit/params.ts';
import { status } from '../kit/status.ts';
import {
  checkFormats,
  ignoring,
  parseInteger,
  parseJavaInteger,
  type SourceRules,
  sourceIdTraffic,
  typeOfSent,
  unreadable,
} from './families/source-id.ts';

const common = { extKey: 'adtarget', name: 'aid' } as const;
const rules: SourceRules = {
  ...common,
  parse: parseInteger('encoding', (message, imp) => ignoring(imp, `aid parsing err: ${message}`)),
};
const javaRules: SourceRules = {
  ...common,
  parse: parseJavaInteger((source, imp) => ignoring(imp, `aid parsing err: For input string: "${source}"`)),
};
const checkImp = checkFormats('Adtarget');

export default defineBidder({
  code: 'adtarget',
  endpoint: 'http://ghb.console.adtarget.com.tr/pbs/ortb',
  maintainer: 'kamil@adtarget.com.tr',
  vendorId: 779,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: z.object({ placementId: z.int().optional(), siteId: z.int().optional(), aid: idOrString(), bidFloor: z.number().optional() }),

  ...sourceIdTraffic(rules),
  checkImp,
  // All responses except 400 are read.
  status: (response) => (response.status === 204 || response.status === 400 ? status.s1(response) : 'ok'),
  response: { unreadable, currency: { fixed: 'USD' }, mediaType: typeOfSent(rules, checkImp, ['video']) },
  java: {
    imp: sourceIdTraffic(javaRules).imp,
    response: { unreadable: undefined, mediaType: typeOfSent(javaRules, checkImp, ['video']) },
  },
});
