import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { badImpAt } from './families/imp-index.ts';

export default defineBidder({
  code: 'lemmadigital',
  endpoint: 'https://pbid.lemmamedia.com/lemma/servad?src=prebid&pid={{.PublisherID}}&aid={{.AdUnit}}',
  maintainer: 'support@lemmatechnologies.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: { iframe: { url: 'https://sync.lemmadigital.com/setuid?publisher=850&redirect={{.RedirectURL}}', userMacro: '${UUID}' } },
  params: z.object({ pid: z.int(), aid: z.int() }),

  whenEmpty: generic('Impression array should not be empty'),
  paramsOf: 'first',
  badParams: badImpAt('Infomation'),
  macros: ({ params: { pid = 0, aid = 0 } }) => ({ PublisherID: pid, AdUnit: aid }),
  headers: 'none',
  response: {
    readBids: 'first-seatbid',
    mediaType: (_, { request }) => (request.imp[0]?.video ? 'video' : 'banner'),
  },
  java: {
    compression: undefined,
    badParams: (_, { id }) => badInput(`Invalid imp.ext.bidder for impression index 0. Error Infomation: ${id}`),
    response: { readBids: 'all' },
  },
});
