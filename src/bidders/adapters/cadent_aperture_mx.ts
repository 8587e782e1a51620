import { defineBidder } from '../kit/define.ts';
import { cadentParams, cadentSync, cadentTraffic } from './families/cadent.ts';

export default defineBidder({
  code: 'cadent_aperture_mx',
  endpoint: 'https://hb.emxdgt.com',
  maintainer: 'contactaperturemx@cadent.tv',
  vendorId: 183,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: cadentSync,
  params: cadentParams,

  ...cadentTraffic,
  java: { ...cadentTraffic.java, aliasOf: 'emxdigital' },
});
