import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import type { SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const NO_FORMAT = 'banner format required';
const EMPTY_FORMAT = 'banner format array is empty';

/** The error message for an imp without a banner of listed sizes, and without a video. */
function formatMessage({ banner, video }: SharedImp): string | undefined {
  if (!banner && !video) return 'Kidoz only supports banner or video ads';
  if (!banner) return undefined;
  if (!banner.format) return NO_FORMAT;
  return banner.format.length === 0 ? EMPTY_FORMAT : undefined;
}

interface KidozParams {
  readonly access_token?: string | undefined;
  readonly publisher_id?: string | undefined;
}

/** The error message for params with an empty field. */
function paramsMessage({ access_token: token, publisher_id: publisher }: KidozParams): string | undefined {
  if (!token) return 'Kidoz access_token required';
  return publisher ? undefined : 'Kidoz publisher_id required';
}

const ownStatus = statusPolicy({
  other: ({ status, body }) => `unexpected status code: ${status} ${body}`,
  badInput: [400, 401, 403],
});

export default defineBidder({
  code: 'kidoz',
  endpoint: 'http://prebid-adapter.kidoz.net/openrtb2/auction?src=prebid-server',
  maintainer: 'prebid-support@kidoz.net',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: z.object({ access_token: z.string().min(1), publisher_id: z.string().min(1) }),

  checkImp: (imp) => {
    const message = formatMessage(imp);
    return message === undefined ? undefined : badInput(message);
  },
  badParams: (cause, { ext }, step) => {
    if (step === 'ext' && (ext === undefined || ext === null)) return generic('impression extensions required');
    return step === 'params' && ext?.bidder === undefined ? generic('bidder required') : badInput(cause);
  },
  imp: ({ params }) => {
    const message = paramsMessage(params);
    return message === undefined ? undefined : generic(message);
  },
  fanout: perImp,
  headers: 'openrtb-2.5',
  status: (response) => (response.status === 503 ? 'no-bid' : ownStatus(response)),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({
      otherwise: ({ id, impid }) => badServer(`ignoring bid id=${id}, request doesn't contain any valid impression with id=${impid}`),
    }),
  },
  java: {
    checkImp: (imp) => {
      const message = formatMessage(imp);
      return message === undefined ? undefined : badInput(message === EMPTY_FORMAT ? NO_FORMAT : message);
    },
    badParams: (cause, { ext }, step) => {
      if (step === 'ext' && (ext === undefined || ext === null)) return badInput('impression extensions required');
      return badInput(step === 'params' && ext?.bidder === undefined ? 'bidder required' : cause);
    },
    imp: ({ params }) => {
      const message = paramsMessage(params);
      return message === undefined ? undefined : badInput(message);
    },
    response: { mediaType: byImp({ otherwise: ({ impid }) => badInput(`Failed to find impression ${impid}`) }) },
  },
});
