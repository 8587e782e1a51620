import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { braveTraffic } from './families/brave.ts';
export default defineBidder({
  code: 'brave',
  endpoint: 'http://point.braveglobal.tv/?t=3&partner={{.PublisherID}}',
  maintainer: 'support@thebrave.io',
  vendorId: 869,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ placementId: z.string() }),

  ...braveTraffic,
  java: { status: undefined, response: { unreadable: undefined } },
});
