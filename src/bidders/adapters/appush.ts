import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, teqblazeTraffic } from './families/teqblaze.ts';

export default defineBidder({
  code: 'appush',
  endpoint: 'http://hb.appush.com/pserver',
  maintainer: 'support@appush.com',
  vendorId: 879,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: placementOrEndpoint,

  ...teqblazeTraffic(),
});
