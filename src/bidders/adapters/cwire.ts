import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { aliasOfGeneric } from './families/plain-openrtb.ts';

export default defineBidder({
  code: 'cwire',
  endpoint: 'https://ortb.cwi.re/v1/bid',
  maintainer: 'devs@cwire.com',
  vendorId: 1081,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://prebid.cwi.re/v1/usersync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&rd={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://prebid.cwi.re/v1/usersync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&rd={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  java: { ...aliasOfGeneric, capabilities: { app: ['banner'], site: ['banner'] }, modifyingVastXmlAllowed: false },
  params: z.object({
    placementId: z.int().optional(),
    domainId: z.int().optional(),
    pageId: z.int().optional(),
    cwcreative: z.string().optional(),
    cwdebug: z.boolean().optional(),
    cwfeatures: z.array(z.string()).optional(),
  }),

  readParams: 'never',
  status: statusPolicy({ other: unexpectedStatus, badInput: [], otherError: generic }),
  response: {
    unreadable: (cause) => badServer(`Error while decoding response, err: ${cause}`),
    currency: 'response',
    mediaType: byMtype(['banner', 'video'], ({ impid }) => generic(`could not define media type for C Wire impression: ${impid}`)),
    onBadBid: 'abort',
  },
});
