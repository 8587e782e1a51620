import { posix } from 'node:path';
import { z } from 'zod';
import { percentEncode } from '#src/lang/percent.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { PLAIN_JSON_ACCEPT } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { hostAndPort } from '../kit/params.ts';
import type { SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { escapePath, hostNameOf, isHost } from '../kit/url.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

/** Creative attribute of skippable creatives: excluded for rewarded imps. */
const SKIPPABLE = 16;

/** The error message for a banner without any size. */
function sizeMessage(banner: SharedImp['banner']): string | undefined {
  if (!banner || banner.w !== undefined || banner.h !== undefined) return undefined;
  const start = 'Banner width and height is not provided and banner format';
  if (!banner.format) return `${start} is missing. At least one is required`;
  return banner.format.length === 0 ? `${start} array is empty. At least one is required` : undefined;
}

const address = (endpoint: string, host: string): string => endpoint.replace('{{.Host}}', () => host);

const isAddress = (url: string): boolean => {
  const found = hostNameOf(url);
  return 'value' in found && found.value !== '';
};

const withoutSkippable = <M extends { readonly battr?: readonly number[] | undefined }>(media: M): M =>
  media.battr?.includes(SKIPPABLE) ? media : { ...media, battr: [...(media.battr ?? []), SKIPPABLE] };

export default defineBidder({
  code: 'bidmachine',
  endpoint: 'https://{{.Host}}.bidmachine.io',
  maintainer: 'hi@bidmachine.io',
  vendorId: 736,
  capabilities: { app: ['banner', 'video'] },
  params: z.object({
    host: hostAndPort(),
    path: z.string().min(1),
    seller_id: z.string().min(1),
  }),

  checkImp: ({ id, banner }) => {
    const message = sizeMessage(banner);
    return message === undefined ? undefined : badInput(`Impression with id: ${id} has following error: ${message}`);
  },
  imp: ({ imp: { banner, video }, params: { host = '' }, ext }, { builder }) => {
    if (!isHost(host) || !isAddress(address(builder.endpoint, host))) return badInput('Failed to create final URL with provided host');
    if (ext.srv?.is_rewarded_inventory !== 1) return undefined;
    return { ...(banner && { banner: withoutSkippable(banner) }), ...(video && { video: withoutSkippable(video) }) };
  },
  fanout: perImp,
  uri: ([first], { builder }) => {
    const { host = '', path = '', seller_id: seller = '' } = first?.params ?? {};
    const joined = posix.join('/', path, seller).replace(/\/$/, '');
    return `${address(builder.endpoint, host)}${escapePath(joined)}`;
  },
  headers: () => ({ ...PLAIN_JSON_ACCEPT, 'X-Openrtb-Version': '2.5' }),
  status: statusPolicy({ other: ({ status, body }) => `unexpected status code: ${status} ${body}`, badInput: [400, 401, 403, 503] }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({
      order: ['banner', 'video'],
      noType: () => 'banner',
      noImp: ({ id, impid }) => badServer(`ignoring bid id=${id}, request doesn't contain any valid impression with id=${impid}`),
    }),
  },
  java: {
    // No param is called Host there: calls need an endpoint of the host's settings.
    endpoint: 'https://{Host}.bidmachine.io/{PATH}/{SELLER_ID}',
    badParams: missingBidderExt,
    imp: ({ imp: { banner, video }, ext }) =>
      ext.srv?.is_rewarded_inventory === 1
        ? { ...(banner && { banner: withoutSkippable(banner) }), ...(video && { video: withoutSkippable(video) }) }
        : undefined,
    uri: ([first], { builder }) => {
      const { host = '', path = '', seller_id: seller = '' } = first?.params ?? {};
      const values = { '{HOST}': host, '{PATH}': path, '{SELLER_ID}': seller };
      const filled = Object.entries(values).reduce((uri, [name, value]) => uri.replace(name, () => percentEncode(value)), builder.endpoint);
      return filled.includes('{Host}') ? badInput('Failed to create final URL with provided host') : filled;
    },
  },
});
