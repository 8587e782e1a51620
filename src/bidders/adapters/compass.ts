import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, teqblazeTraffic } from './families/teqblaze.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

export default defineBidder({
  code: 'compass',
  endpoint: 'http://sa-lb.deliverimp.com/pserver',
  maintainer: 'sa-support@brightcom.com',
  vendorId: 883,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: teqblazeSync('https://sa-cs.deliverimp.com', 'us_privacy'),
  params: placementOrEndpoint,

  ...teqblazeTraffic({ java: { capabilities: { app: ['banner', 'video', 'native'], site: [] } } }),
});
