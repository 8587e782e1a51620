import { defineBidder } from '../kit/define.ts';
import { where } from '../kit/params.ts';
import { appnexusParams, appnexusTraffic, placementRule } from './families/appnexus.ts';

export default defineBidder({
  code: 'appnexus',
  endpoint: 'http://ib.adnxs.com/openrtb2',
  maintainer: 'prebid@microsoft.com',
  vendorId: 32,
  platformId: '5',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { key: 'adnxs', redirect: { url: 'https://ib.adnxs.com/getuid?{{.RedirectURL}}', userMacro: '$UID' } },
  params: where(appnexusParams, placementRule),
  ...appnexusTraffic,
});
