import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { withoutExt } from './families/first-imp.ts';
import { supplyTraffic } from './families/supply.ts';

export default defineBidder({
  code: 'smrtconnect',
  endpoint: 'https://amp.smrtconnect.com/openrtb2/auction?supply_id={{.SupplyId}}',
  maintainer: 'prebid@smrtconnect.com',
  capabilities: { app: ['banner', 'native', 'video', 'audio'], site: ['banner', 'native', 'video', 'audio'] },
  compression: 'gzip',
  geoscope: ['!EEA'],
  params: z.object({ supply_id: z.string().min(1) }),

  ...supplyTraffic,
  paramsOf: 'own',
  onBadImp: 'abort',
  imp: withoutExt,
  fanout: perImp,
  java: { ...supplyTraffic.java, paramsOf: 'first', onBadImp: undefined, fanout: undefined },
});
