import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { PLAIN_JSON } from '../kit/headers.ts';
import { uuid } from '../kit/params.ts';
import { type Errors, paramsError, readParams } from './flipp/params.ts';
import { bodyMaker, impChecker } from './flipp/request.ts';
import { responseReader } from './flipp/response.ts';

const goErrors: Errors = {
  noParams: (cause) => generic(`flipp params not found. ${cause}`),
  badParams: (cause) => generic(`unable to extract flipp params. ${cause}`),
  badPage: (cause) => generic(`unable to parse site url. ${cause}`),
  noIp: generic('no IP set in flipp bidder params or request device'),
};
const javaErrors: Errors = {
  noParams: (cause) => badInput(`Flipp params not found. ${cause}`),
  badParams: (cause) => badInput(`Flipp params not found. ${cause}`),
  badPage: (cause) => badInput(`Unable to parse site url. ${cause}`),
  noIp: badInput('No IP set in Flipp bidder params or request device'),
};

export default defineBidder({
  code: 'flipp',
  endpoint: 'https://ads-flipp.com/flyer-locator-service/prebid_campaigns',
  maintainer: 'prebid@flipp.com',
  capabilities: { site: ['banner'] },
  params: z.object({
    publisherNameIdentifier: z.string().min(1),
    creativeType: z.enum(['NativeX', 'DTX']),
    siteId: z.int(),
    zoneIds: z.array(z.int()).optional(),
    userKey: uuid().optional(),
    ip: z.string().optional(),
    options: z
      .object({ startCompact: z.boolean().optional(), dwellExpand: z.boolean().optional(), contentCode: z.string().optional() })
      .optional(),
  }),

  readParams,
  badParams: (cause, imp) => paramsError(imp, cause, goErrors),
  imp: impChecker(goErrors),
  noImps: ({ request }) => (request.site ? generic('adapterRequest is empty') : undefined),
  fanout: perImp,
  headers: (_, { request: { device } }) => ({ ...PLAIN_JSON, 'User-Agent': device?.ua }),
  body: bodyMaker('written'),
  parse: responseReader(goErrors),
  java: {
    badParams: (cause, imp) => paramsError(imp, cause, javaErrors),
    imp: impChecker(javaErrors),
    noImps: ({ request }) => (request.site ? badInput('Adapter request is empty') : undefined),
    // Consent strings of several segments are read too.
    body: bodyMaker('omitted', (consent) => consent.split('.', 1)[0] ?? ''),
    parse: responseReader(javaErrors),
  },
});
