import { z } from 'zod';
import type { RequestInfo } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { onlyOk } from '../kit/status.ts';
import { withQuery } from '../kit/url.ts';

const ADAPTER_VERSION = '6.0';

const ENTRY_POINTS: { readonly [T in NonNullable<RequestInfo['requestType']>]: string } = {
  web: 'openrtb2-web',
  app: 'openrtb2-app',
  dooh: 'openrtb2-dooh',
  amp: 'amp',
  video: 'video',
};

const entryPointOf = ({ requestType, endpoint }: RequestInfo): string => (requestType ? ENTRY_POINTS[requestType] : (endpoint ?? ''));

export default defineBidder({
  code: 'sspBC',
  endpoint: 'https://ssp.wp.pl/v2/bidder/prebidserver',
  maintainer: 'prebid-dev@grupawp.pl',
  vendorId: 676,
  capabilities: { site: ['banner'] },
  sync: {
    iframe: { url: 'https://ssp.wp.pl/bidder/usersync?tcf=2&redirect={{.RedirectURL}}', userMacro: '$UID' },
    redirect: {
      url: 'https://ssp.wp.pl/v1/sync/prebid-server/pixel?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ siteid: z.string().optional(), id: z.string().optional(), test: z.int().optional() }),

  setup: ({ endpoint }) => withQuery(endpoint, { bdver: ADAPTER_VERSION }),
  readParams: 'never',
  callWithoutImps: true,
  uri: (_, { setup: uri }) => uri,
  headers: 'none',
  body: (_, { request, info }) => ({ bidRequest: request, requestInfo: { PbsEntryPoint: entryPointOf(info) } }),
  status: onlyOk('unexpected status code: %d.'),
  response: {
    currency: 'response',
    mediaType: byMtype(undefined, ({ mtype = 0 }) => badServer(`unsupported MType: ${mtype}.`)),
    onBadBid: 'abort',
  },
  java: {
    body: (_, { request }) => ({ bidRequest: request }),
    response: {
      mediaType: byMtype(undefined, ({ mtype }) =>
        badServer(mtype === undefined ? 'Bid mtype is required' : `unsupported MType: ${mtype}.`),
      ),
    },
  },
});
