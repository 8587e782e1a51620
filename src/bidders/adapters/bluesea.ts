import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byExtField } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';

const TYPES = ['banner', 'native', 'video'] as const;
const readBidExt = readerOf(z.object({ mediatype: z.string() }));

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? '';

export default defineBidder({
  code: 'bluesea',
  endpoint: 'https://bid.bluevoox.com/rtb/prebid',
  maintainer: 'prebid@blueseasx.com',
  vendorId: 1294,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  params: z.object({ pubid: z.string().regex(/^[0-9]+$/), token: z.string().regex(/[0-9|a-z|A-Z]{16}/) }),

  whenEmpty: badInput('Empty Imp objects'),
  badParams: (cause, { ext }, step) =>
    badInput(
      step === 'ext'
        ? `Error in parsing imp.ext. err = ${cause}, imp.ext = ${jsonOf(ext)}`
        : `Error in parsing imp.ext.bidder. err = ${cause}, bidder = ${jsonOf(ext?.bidder)}`,
    ),
  imp: ({ params }) => (params.pubid && params.token ? undefined : badInput('Error in parsing imp.ext.bidder, empty pubid or token')),
  fanout: perImp,
  uri: ([first], { builder }) =>
    `${builder.endpoint}?pubid=${queryEscape(first?.params.pubid ?? '')}&token=${queryEscape(first?.params.token ?? '')}`,
  // The URL names the imp of the call; the body always contains all imps.
  request: (_, { request: { imp } }) => ({ imp }),
  impIds: 'request',
  response: {
    unreadable: () => generic('Error in parsing bidresponse body'),
    mediaType: (bid) => {
      const found = readBidExt(bid.ext);
      if ('error' in found) return generic('Error in parsing bid.ext');
      const { mediatype = '' } = found.value;
      return TYPES.find((type) => type === mediatype) ?? generic(`Unknown bid type, ${mediatype}`);
    },
  },
  java: {
    imp: undefined,
    response: {
      mediaType: byExtField('mediatype', {
        types: { banner: 'banner', native: 'native', video: 'video' },
        otherwise: ({ id }, type) =>
          badServer(type === '' ? `Missing bid media type in bid with id: ${id}` : `Unknown bid type: ${type}, in bid with id: ${id}`),
      }),
    },
  },
});
