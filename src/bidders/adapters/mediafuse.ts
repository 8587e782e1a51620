import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { where } from '../kit/params.ts';
import { appnexusParams, appnexusTraffic, commonParams, keywordList, placementRule } from './families/appnexus.ts';

export default defineBidder({
  code: 'mediafuse',
  endpoint: 'http://ib.adnxs.com/openrtb2',
  maintainer: 'support@mediafuse.com',
  vendorId: 0,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: where(
    z.object({
      placement_id: z.int().optional(),
      placementId: z.int().optional(),
      ...commonParams,
      member: z.string().optional(),
      keywords: keywordList.optional(),
    }),
    placementRule,
  ),
  ...appnexusTraffic,
  java: { ...appnexusTraffic.java, aliasOf: 'appnexus', params: where(appnexusParams, placementRule) },
});
