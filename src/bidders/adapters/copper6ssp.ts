import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, tolerantTrafficByMtype } from './families/teqblaze.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

export default defineBidder({
  code: 'copper6ssp',
  endpoint: 'https://endpoint.copper6.com/pserver',
  maintainer: 'info@copper6.com',
  vendorId: 1356,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: teqblazeSync('https://csync.copper6.com', 'ccpa'),
  params: placementOrEndpoint,

  ...tolerantTrafficByMtype('without-calls'),
});
