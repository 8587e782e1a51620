import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { status } from '../kit/status.ts';
import { aliasOfGeneric } from './families/plain-openrtb.ts';

export default defineBidder({
  code: 'blue',
  endpoint: 'https://prebid-us-east-1.getblue.io/?src=prebid',
  maintainer: 'prebid@getblue.io',
  vendorId: 620,
  capabilities: { app: ['banner'], site: ['banner'] },
  java: aliasOfGeneric,
  params: z.object({ placementId: z.string().optional(), publisherId: z.string() }),

  readParams: 'never',
  headers: 'json',
  status: status.s5,
  response: { currency: 'response', mediaType: always('banner') },
});
