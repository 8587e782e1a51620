import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtField, byImp, firstOf } from '../kit/media-type.ts';
import { withFirstSize } from '../kit/objects.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { status } from '../kit/status.ts';

const HOSTS = new Map([
  ['APAC', 'apac.xyz'],
  ['USE', 'use.xyz'],
  ['EUC', 'euc.xyz'],
]);

const typeNotKnown = ({ impid }: SharedBid) => generic(`unable to fetch mediaType in multi-format: ${impid}`);

export default defineBidder({
  code: 'algorix',
  endpoint: 'https://{{.Host}}.svr-algorix.com/rtb/sa?sid={{.SourceId}}&token={{.AccountID}}',
  maintainer: 'prebid@algorix.co',
  vendorId: 1176,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({
    sid: z.string().min(1),
    token: z.string().min(1),
    placementId: z.string().optional(),
    appId: z.string().optional(),
    region: z.enum(['APAC', 'USE', 'EUC']).optional(),
  }),

  paramsOf: 'first',
  badParams: () => badInput('Invalid ExtImpAlgoriX value'),
  imp: ({ imp: { banner, video, ext } }) => {
    const rewarded = isObject(ext) && isObject(ext['srv']) && ext['srv']['is_rewarded_inventory'] === 1;
    return {
      ...(banner && { banner: withFirstSize(banner, 'incomplete') }),
      ...(video && rewarded && { video: { ...video, ext: { rewarded: 1 } } }),
    };
  },
  macros: ({ params: { sid, token, region = '' } }) => ({ SourceId: sid, AccountID: token, Host: HOSTS.get(region) ?? 'xyz' }),
  escapeMacros: 'path',
  headers: 'openrtb-2.5',
  status: status.s5,
  response: {
    currency: { fixed: 'USD' },
    mediaType: firstOf(
      byExtField('mediaType', { types: { banner: 'banner', native: 'native', video: 'video' } }),
      byImp({ order: ['banner', 'native', 'video'], several: typeNotKnown, otherwise: typeNotKnown }),
    ),
  },
  java: {
    endpoint: 'https://{HOST}.svr-algorix.com/rtb/sa?sid={SID}&token={TOKEN}',
    macros: ({ params: { sid, token, region = '' } }) => ({ SID: sid, TOKEN: token, HOST: HOSTS.get(region) ?? 'xyz' }),
    paramsOf: 'own',
    badParams: (_, { id }) => badInput(`Impression Id=${id}, has invalid Ext`),
    response: {
      mediaType: firstOf(
        byExtField('mediaType', { types: { banner: 'banner', native: 'native', video: 'video' } }),
        byImp({ order: ['banner', 'video', 'native'], otherwise: () => 'banner' }),
      ),
    },
  },
});
