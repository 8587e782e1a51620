import { defineBidder } from '../kit/define.ts';
import { cadentParams, cadentSync, cadentTraffic } from './families/cadent.ts';

export default defineBidder({
  code: 'emx_digital',
  endpoint: 'https://hb.emxdgt.com',
  maintainer: 'contactaperturemx@cadent.tv',
  vendorId: 183,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: cadentSync,
  javaCode: 'emxdigital',
  aliases: {
    emxdigital: { vendorId: 183 },
  },
  params: cadentParams,

  ...cadentTraffic,
});
