import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { stripFirstTags, stripOpeningTags } from './adgeneration/markup.ts';
import { checkId, toUri } from './adgeneration/request.ts';
import { responseReader } from './adgeneration/response.ts';

export default defineBidder({
  code: 'adgeneration',
  endpoint: 'https://d.socdm.com/adsv/v1',
  maintainer: 'ssp-ope@supership.jp',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: z.object({ id: z.string() }),

  whenEmpty: badInput('No impression in the bid request'),
  imp: ({ params }) => checkId(params.id),
  onBadImp: 'abort',
  fanout: perImp,
  method: 'GET',
  uri: ([first], context) => (first ? toUri(first.imp, first.params.id ?? '', context) : ''),
  headers: (_, { request }) => ({ ...JSON_ACCEPT, ...deviceHeaders(request.device, { ip: 'ip' }) }),
  body: () => undefined,
  parse: responseReader({ strip: stripFirstTags }),
  java: {
    onBadImp: 'drop',
    parse: responseReader({ strip: stripOpeningTags, noResults: badServer('Results object in BidResponse is empty') }),
  },
});
