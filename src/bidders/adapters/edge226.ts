import { defineBidder } from '../kit/define.ts';
import { anyMtypeTraffic, placementOrEndpoint } from './families/teqblaze.ts';

export default defineBidder({
  code: 'edge226',
  endpoint: 'http://ssp.dauup.com/pserver',
  maintainer: 'audit@edge226.com',
  vendorId: 1202,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: placementOrEndpoint,

  ...anyMtypeTraffic,
});
