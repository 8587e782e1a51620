import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { supplyTraffic } from './families/supply.ts';

export default defineBidder({
  code: 'adelement',
  endpoint: 'https://amp.adelement.com/openrtb2/auction?supply_id={{.SupplyId}}',
  maintainer: 'tech@adelement.com',
  vendorId: 196,
  capabilities: { app: ['banner', 'native', 'video', 'audio'], site: ['banner', 'native', 'video', 'audio'] },
  compression: 'gzip',
  params: z.object({ supply_id: z.string().min(1) }),

  ...supplyTraffic,
});
