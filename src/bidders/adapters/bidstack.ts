import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { PLAIN_JSON } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import { uuid } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';
import { notConverted } from './families/floors.ts';

const readParams = readerOf(z.object({ publisherId: z.string() }));

export default defineBidder({
  code: 'bidstack',
  endpoint: 'https://server.bidstack.com/openrtb',
  maintainer: 'tech@bidstack.com',
  vendorId: 462,
  capabilities: { app: ['video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  params: z.object({ publisherId: uuid().min(1), placementId: z.string().optional(), consent: z.boolean().optional() }),

  paramsOf: 'first',
  readParams,
  badParams: (cause, _, step) => generic(`headers prepare: get bidder ext: ${step === 'ext' ? 'imp ext' : 'bidder ext'}: ${cause}`),
  floor: floorInDollars,
  onBadImp: 'abort',
  headers: ([first]) => ({ ...PLAIN_JSON, Authorization: `Bearer ${first?.params.publisherId ?? ''}` }),
  status: statusPolicy({
    messages: { 400: 'bad request from publisher' },
    other: 'unexpected response status code: %d',
    badInput: [],
    otherError: generic,
  }),
  response: {
    unreadable: (cause) => generic(`bid response unmarshal: ${cause}`),
    currency: 'response',
    mediaType: always('video'),
  },
  java: {
    capabilities: { app: ['video'], site: ['video'] },
    badParams: (_, { id }) => badInput(`Unable to decode the impression ext for id: ${id}`),
    floor: { to: 'USD', error: notConverted },
    imp: ({ imp: { bidfloor = 0, bidfloorcur } }) => (bidfloor > 0 && !bidfloorcur ? { bidfloorcur: 'USD' } : undefined),
  },
});
