import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { perImpDeviceTraffic } from './families/per-imp-device.ts';

export default defineBidder({
  code: 'admatic',
  endpoint: 'http://pbs.admatic.com.tr?host={{.Host}}',
  maintainer: 'prebid@admatic.com.tr',
  vendorId: 1281,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  aliases: {
    admaticde: { vendorId: 1281 },
    adrubi: { maintainer: 'support@adrubi.com', vendorId: 779 },
    adt: { maintainer: 'publisher@adtarget.com.tr', vendorId: 779 },
    monetixads: { maintainer: 'team@monetixads.com', vendorId: 1281 },
    netaddiction: { maintainer: 'publishers-support@netaddiction.it', vendorId: 1281 },
    pixad: { maintainer: 'prebid@pixad.com.tr', vendorId: 1281 },
    yobee: { maintainer: 'adops@yobee.it', vendorId: 1281 },
  },
  params: z.object({ host: z.string(), networkId: z.int() }),

  ...perImpDeviceTraffic('AdMatic'),
  macros: ({ params }) => ({ Host: params.host }),
  response: { ...perImpDeviceTraffic('AdMatic').response, onBadBid: 'abort' },
  java: { badParams: undefined },
});
