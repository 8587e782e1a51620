import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { aliasOfGeneric } from './families/plain-openrtb.ts';

export default defineBidder({
  code: 'adrino',
  endpoint: 'https://prd-prebid-bidder.adrino.io/openrtb/bid',
  maintainer: 'dev@adrino.pl',
  vendorId: 1072,
  capabilities: { site: ['native'] },
  java: aliasOfGeneric,
  params: z.object({ hash: z.string().min(1) }),

  readParams: 'never',
  headers: 'json',
  response: { currency: 'response', mediaType: always('native') },
});
