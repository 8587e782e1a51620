import type { BidderError } from '../bidder.ts';
import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import type { SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { hasCode } from './mediasquare/code.ts';
import { params } from './mediasquare/params.ts';
import { toBody, toJavaBody } from './mediasquare/request.ts';
import { goReading, javaReading, readResponse } from './mediasquare/response.ts';

function badParams(cause: string, { ext }: SharedImp, step: 'ext' | 'params'): BidderError {
  const [place, value] = step === 'ext' ? ['imp[ext]', ext] : ['imp-bidder[ext]', ext?.bidder];
  return generic(`<MakeRequests> ${place}: ${value === undefined ? 'is empty.' : cause}`);
}

export default defineBidder({
  code: 'mediasquare',
  endpoint: 'https://pbs-front.mediasquare.fr/msq_prebid',
  maintainer: 'tech@mediasquare.fr',
  vendorId: 791,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://pbs-front.mediasquare.fr/sync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params,

  before: ({ request }) => (request.imp.length === 0 ? generic('<MakeRequests> request: is empty.') : undefined),
  badParams,
  imp: ({ imp }) => (hasCode(imp) ? undefined : 'skip'),
  callWithoutImps: true,
  body: toBody,
  impIds: 'request',
  status: statusPolicy({
    messages: { 400: '<MakeBids> Unexpected status code: 400.' },
    other: '<MakeBids> Unexpected status code: %d. Run with request.debug = 1 for more info.',
    noContent: 'as-other',
  }),
  parse: (context) => readResponse(context, goReading),
  java: {
    capabilities: { app: ['banner', 'video', 'native'], site: [] },
    callWithoutImps: false,
    body: toJavaBody,
    parse: (context) => readResponse(context, javaReading),
  },
});
