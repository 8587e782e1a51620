import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { typeNotParsed } from '../kit/messages.ts';

const TYPES = ['banner', 'native'] as const;

export default defineBidder({
  code: 'definemedia',
  endpoint: 'https://rtb.conative.network/openrtb2/auction',
  maintainer: 'development@definemedia.de',
  capabilities: { site: ['banner', 'native'] },
  params: z.object({ mandantId: z.int(), adslotId: z.int().optional() }),

  readParams: 'never',
  headers: 'none',
  response: {
    currency: { fixed: 'USD' },
    mediaType: byReadExtType({
      types: TYPES,
      missing: ({ impid }) => badServer(typeNotParsed(impid)),
      unknown: () => badServer('Invalid mediatype in the impression'),
    }),
  },
  java: {
    vendorId: 440,

    response: {
      mediaType: byReadExtType({
        types: TYPES,
        missing: ({ impid }) => badServer(`Failed to parse impression ${impid} mediatype`),
        unknown: ({ impid }, type) => badServer(`Invalid mediatype: ${type || 'null'} in the impression ${impid}`),
      }),
    },
  },
});
