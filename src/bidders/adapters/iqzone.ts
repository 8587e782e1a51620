import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaTypeNotFetched, typeNotFetched } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

export default defineBidder({
  code: 'iqzone',
  endpoint: 'http://smartssp-us-east.iqzone.com/pserver',
  maintainer: 'adops@iqzone.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: teqblazeSync('https://cs.iqzone.com', 'ccpa'),
  params: where(z.object({ placementId: z.string().optional(), endpointId: z.string().optional() }), {
    oneOf: [has('placementId'), has('endpointId')],
  }),

  onBadImp: 'abort',
  imp: ({ params: { placementId, endpointId } }) => {
    if (placementId) return { ext: { bidder: { placementId, type: 'publisher' } } };
    return endpointId ? { ext: { bidder: { endpointId, type: 'network' } } } : undefined;
  },
  fanout: perImp,
  status: onlyOk(`${unexpectedStatus}.`),
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => generic(typeNotFetched(impid))),
    onBadBid: 'abort',
  },
  java: { response: { mediaType: byMtype(['banner', 'video', 'native'], (bid) => badServer(javaTypeNotFetched(bid))) } },
});
