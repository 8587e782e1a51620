import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { mtypeWith, pidAndEnvTraffic } from './families/pid-and-env.ts';

const notParsed = ({ impid }: SharedBid): string => `failed to parse bid mtype for impression id "${impid}"`;

export default defineBidder({
  code: 'iqx',
  endpoint: 'http://rtb.iqzone.com?pid={{.SourceId}}&host={{.Host}}&pbs=1',
  maintainer: 'adops@iqzone.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ env: z.string().min(1), pid: z.string().min(1) }),

  ...pidAndEnvTraffic('IQZonex', { mediaType: mtypeWith((bid) => generic(notParsed(bid))), unavailable: 'IQZonex' }),
  java: { status: undefined, response: { mediaType: mtypeWith((bid) => badServer(notParsed(bid))) } },
});
