import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, PLAIN_JSON_ACCEPT } from '../kit/headers.ts';
import { javaUri, toUri } from './eplanning/request.ts';
import { responseReader } from './eplanning/response.ts';
import { anyKind, badParams, bannerOnly, checkImp } from './eplanning/spaces.ts';

export default defineBidder({
  code: 'eplanning',
  endpoint: 'http://rtb.e-planning.net/pbs/1',
  maintainer: 'producto@e-planning.net',
  vendorId: 90,
  capabilities: { app: ['banner'], site: ['banner', 'video'] },
  sync: { iframe: { url: 'https://ads.us.e-planning.net/uspd/1/?du={{.RedirectURL}}', userMacro: '$UID' } },
  params: z.object({ ci: z.string(), adunit_code: z.string().optional() }),

  badParams: badParams(anyKind),
  imp: checkImp(anyKind),
  method: 'GET',
  uri: toUri,
  headers: (_, { request }) => ({ ...PLAIN_JSON_ACCEPT, ...deviceHeaders(request.device, { ip: 'ip', language: true, dnt: true }) }),
  body: () => undefined,
  impIds: 'request',
  parse: responseReader(anyKind, (domain) => (domain === '' ? [] : [domain])),
  java: {
    endpoint: 'http://rtb.e-planning.net/pbs/1/{ClientId}/{DfpClientId}/{RequestTarget}/{Sec}',
    capabilities: { app: ['banner'], site: ['banner'] },
    checkImp: ({ id, banner }) => (banner ? undefined : badInput(`EPlanning only supports banner Imps. Ignoring Imp ID=${id}`)),
    badParams: badParams(bannerOnly),
    imp: checkImp(bannerOnly),
    uri: javaUri,
    parse: responseReader(bannerOnly, (domain) => [domain]),
  },
});
