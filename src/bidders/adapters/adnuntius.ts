import { z } from 'zod';
import { aborting, badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { statusPolicy } from '../kit/status.ts';
import { readParams } from './adnuntius/params.ts';
import { bodyMaker, checkAnyFormat, checkFormats, goBody, javaBody, toGroups, uriMaker } from './adnuntius/request.ts';
import { responseReader } from './adnuntius/response.ts';

export default defineBidder({
  code: 'adnuntius',
  endpoint: 'https://ads.adnuntius.delivery/i',
  maintainer: 'hello@adnuntius.com',
  vendorId: 855,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  extraInfo: 'https://europe.delivery.adnuntius.com/i',
  params: z.object({
    auId: z.string(),
    maxDeals: z.int().optional(),
    network: z.string().optional(),
    noCookies: z.boolean().optional(),
    bidType: z.string().optional(),
  }),

  readParams,
  badParams: (cause, _, step) => badInput(`Error unmarshalling ${step === 'ext' ? 'ExtImpBidder' : 'ExtImpValues'}: ${cause}`),
  imp: checkFormats,
  onBadImp: 'abort',
  callWithoutImps: true,
  fanout: toGroups,
  uri: uriMaker({ sendsEids: true }),
  headers: (_, { request }) => ({ ...JSON_ACCEPT, ...deviceHeaders(request.device, { ip: 'ip' }) }),
  body: bodyMaker(goBody),
  impIds: 'request',
  status: statusPolicy({
    messages: { 400: 'Status code: 400, Request malformed' },
    other: 'Status code: %d, Something went wrong with your request',
    noContent: 'as-other',
  }),
  parse: responseReader((amount, than) => amount > than),
  java: {
    imp: checkAnyFormat,
    uri: uriMaker({ sendsEids: false, noEuEndpoint: aborting(badInput('an EU endpoint is required but invalid')) }),
    body: bodyMaker(javaBody),
    parse: responseReader((amount, than) => amount >= than),
  },
});
