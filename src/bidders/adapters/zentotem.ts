import { z } from 'zod';
import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';

export default defineBidder({
  code: 'zentotem',
  endpoint: 'https://rtb.zentotem.net/bid?sspuid=cqlnvfk00bhs0b6rci6g',
  maintainer: 'support@zentotem.net',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  params: z.object({}),

  readParams: 'never',
  fanout: perImp,
  headers: 'none',
  // The URL names one imp; the body contains all imps.
  request: (_, { request: { imp } }) => ({ imp }),
  impIds: (group) => group.map(({ imp }) => imp.id),
  response: {
    unreadable: (cause) => generic(cause),
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => generic(typeNotDefined(impid))),
  },
  java: { request: undefined },
});
