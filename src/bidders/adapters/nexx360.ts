import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import { productRecord } from '#src/openrtb/product.ts';
import { badInput, badServer } from '../errors.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtField } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { RequestPatch } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const readIds = readerOf(z.object({ tagId: z.string(), placement: z.string() }));

const withCaller = (version: string): RequestPatch => ({ ext: { nexx360: { caller: [{ name: 'Prebid-Server', version }] } } });

export default defineBidder({
  code: 'nexx360',
  endpoint: 'http://fast.nexx360.io/prebid-server',
  maintainer: 'tech@nexx360.io',
  vendorId: 965,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  compression: 'gzip',
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://fast.nexx360.io/usermatchredir/redirect?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '$UID',
    },
    iframe: {
      url: 'https://fast.nexx360.io/usermatchredir/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  aliases: {
    '1accord': {},
    easybid: {},
    prismassp: {},
  },
  params: where(z.object({ tagId: z.string().min(1).optional(), placement: z.string().min(1).optional() }), {
    anyOf: [has('tagId'), has('placement')],
  }),

  // Params must be objects; only the fields of the first imp's must be strings.
  readParams: (bidder) => {
    const found = asObject(bidder);
    return 'error' in found ? found : { value: {} };
  },
  onBadImp: 'abort',
  imp: ({ ext: { bidder, ...others }, index }) => {
    const ids = index === 0 ? readIds(bidder) : undefined;
    return ids && 'error' in ids ? badInput(ids.error) : { ext: { ...others, nexx360: bidder } };
  },
  uri: ([first], { builder }) => {
    const ids = readIds(first?.ext.bidder);
    const { placement, tagId } = 'error' in ids ? {} : ids.value;
    const query = [placement && `placement=${queryEscape(placement)}`, tagId && `tag_id=${queryEscape(tagId)}`].filter(Boolean).join('&');
    const [address = ''] = builder.endpoint.split('?');
    return query === '' ? address : `${address}?${query}`;
  },
  headers: 'plain-json',
  request: (_, { builder }) => withCaller(builder.env.version || 'n/a'),
  status: statusPolicy({ other: 'Unexpected http status code: %d', badInput: 'all' }),
  response: {
    mediaType: byExtField('bidType', {
      otherwise: ({ impid }) => badServer(`unable to fetch mediaType in multi-format: ${impid}`),
    }),
    whenNoBids: 'nothing',
  },
  java: {
    aliases: { ybidder: { maintainer: 'team@yieldbird.com', vendorId: 1253 } },
    request: (_, { builder }) => withCaller(productRecord(builder.env.version)),
    response: { whenNoBids: 'errors' },
  },
});
