import { z } from 'zod';
import { percentEncode } from '#src/lang/percent.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { headersOfPage } from '../kit/headers.ts';
import { compileTemplate } from '../kit/macros.ts';
import { always } from '../kit/media-type.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';
import { bannerMessage, isSecure, sizedBanner } from './families/sized-banner.ts';

function patchOf(imp: SharedImp, secure: boolean): ImpPatch | BidderError {
  const message = bannerMessage(imp);
  return message === undefined ? { secure: secure ? 1 : 0, banner: imp.banner && sizedBanner(imp.banner) } : badInput(message);
}

export default defineBidder({
  code: 'between',
  endpoint: 'http://{{.Host}}.betweendigital.com/openrtb_bid?sspId={{.PublisherID}}',
  maintainer: 'buying@betweenx.com',
  vendorId: 724,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    redirect: {
      url: 'https://ads.betweendigital.com/match?bidder_id=pbs&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&callback_url={{.RedirectURL}}',
      userMacro: '${USER_ID}',
    },
  },
  params: z.object({ host: z.enum(['lbs-eu1.ads', 'lbs-ru1.ads', 'lbs-us-east1.ads', 'lbs-asia1.ads']), publisher_id: z.string() }),

  setup: ({ endpoint }) => compileTemplate(endpoint),
  whenEmpty: badInput('No valid Imps in Bid Request'),
  badParams: (_, { id }, step) => badInput(`ignoring imp id=${id}, invalid ${step === 'ext' ? 'BidderExt' : 'ImpExt'}`),
  onBadImp: 'abort-all',
  imp: ({ imp }, { request }) => patchOf(imp, isSecure(request)),
  uri: (group, { setup: fill }) => {
    const { host, publisher_id: publisher } = group.at(-1)?.params ?? {};
    if (!host) return badInput('Failed to build endpoint URL: required BetweenSSP parameter "host" is missing');
    if (!publisher) return badInput('Failed to build endpoint URL: required BetweenSSP parameter "publisher_id" is missing');
    return fill({ Host: host, PublisherID: publisher });
  },
  headers: headersOfPage,
  status: status.s10,
  response: {
    unreadable: (cause) => badServer(`Unable to unpackage bid response. Error ${cause}`),
    currency: { fixed: 'USD' },
    mediaType: always('banner'),
  },
  java: {
    badParams: missingBidderExt,
    imp: ({ imp, params }, { request }) => {
      const missing = (['publisher_id', 'host'] as const).find((name) => !params[name]);
      if (missing) return badInput(`required BetweenSSP parameter ${missing} is missing in impression with id: ${imp.id}`);
      return patchOf(imp, Boolean(request.site?.page?.startsWith('https')));
    },
    endpoint: 'http://{Host}.betweendigital.com/openrtb_bid?sspId={PublisherId}',
    setup: ({ endpoint }) => compileTemplate(endpoint, percentEncode),
    uri: (group, { setup: fill }) => {
      const { host, publisher_id: publisher } = group.at(-1)?.params ?? {};
      return fill({ Host: host, PublisherId: publisher });
    },
  },
});
