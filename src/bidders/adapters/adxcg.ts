import { z } from 'zod';
import { MEDIA_TYPES } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaTypeNotFetched } from '../kit/messages.ts';

export default defineBidder({
  code: 'adxcg',
  maintainer: 'info@adxcg.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  disabled: true,
  params: z.object({ adzoneid: z.string().min(1) }),

  readParams: 'never',
  headers: 'json',
  response: { currency: 'response', mediaType: byMtype() },
  java: { response: { mediaType: byMtype(MEDIA_TYPES, (bid) => badInput(javaTypeNotFetched(bid))) } },
});
