import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import type { ImpWithParams, SharedImp } from '../kit/spec.ts';
import { contactManager, statusPolicy } from '../kit/status.ts';
import { readSettings } from './huaweiads/extra-info.ts';
import { type Params, readParams } from './huaweiads/params.ts';
import { bodyMaker, headersMaker, uriMaker } from './huaweiads/request.ts';
import { responseReader } from './huaweiads/response.ts';
import { goRules, javaRules, type Rules } from './huaweiads/rules.ts';
import { toSlot } from './huaweiads/slots.ts';

const badParams =
  ({ fail }: Rules) =>
  (_: string, __: SharedImp, step: 'ext' | 'params'): BidderError =>
    fail(step === 'ext' ? 'Unmarshal: openRTBImp.Ext -> bidderExt failed' : 'Unmarshal: bidderExt.Bidder -> huaweiAdsImpExt failed');

const checkImp =
  (rules: Rules) =>
  (item: ImpWithParams<Params>): BidderError | undefined => {
    const slot = toSlot(item, rules);
    return isError(slot) ? slot : undefined;
  };

export default defineBidder({
  code: 'huaweiads',
  endpoint: 'https://acd.op.hicloud.com/ppsadx/getResult',
  maintainer: 'prebid@huawei.com',
  vendorId: 856,
  capabilities: { app: ['banner', 'native', 'video'] },
  disabled: true,
  modifyingVastXmlAllowed: true,
  params: z.object({
    publisherid: z.string().min(1),
    signkey: z.string().min(1),
    keyid: z.string().min(1),
    slotid: z.string().min(1),
    adtype: z.string().min(1),
  }),

  setup: readSettings,
  readParams,
  badParams: badParams(goRules),
  imp: checkImp(goRules),
  onBadImp: 'abort',
  uri: uriMaker(goRules),
  headers: headersMaker(goRules),
  body: bodyMaker(goRules),
  status: statusPolicy({
    messages: { 503: contactManager },
    other: 'Unexpected status code: [ %d ]. Run with request.debug = 1 for more info',
    badInput: 'all',
    noContent: 'ok',
  }),
  parse: responseReader(goRules),
  java: {
    badParams: badParams(javaRules),
    imp: checkImp(javaRules),
    uri: uriMaker(javaRules),
    headers: headersMaker(javaRules),
    body: bodyMaker(javaRules),
    parse: responseReader(javaRules),
  },
});
