import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';

export default defineBidder({
  code: 'ezoic',
  endpoint: 'https://g.ezoic.net/ezoic/prebid/adapter/ortb',
  maintainer: 'prebid@ezoic.com',
  vendorId: 347,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  geoscope: ['global'],
  params: z.object({ placementId: z.string().optional() }),

  readParams: 'never',
  response: {
    mediaType: byMtype(['banner', 'video', 'native'], ({ id, mtype = 0 }) => badServer(`unsupported mtype ${mtype} for bid ${id}`)),
  },
});
