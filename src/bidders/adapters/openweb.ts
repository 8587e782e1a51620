import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import { readerOf, type ValueOf } from '../kit/reader.ts';
import { type OrgRules, orgTraffic } from './families/org.ts';

const readParams = readerOf(z.object({ placementId: z.string(), org: z.string(), aid: z.int() }));

type MakeError = (message: string) => BidderError;
const scanning =
  (make: MakeError): MakeError =>
  (message) =>
    make(`checkExtAndExtractOrg: ${message}`);

/** The organisation, otherwise the legacy numeric account; every imp up to it needs a placement. */
const rulesOf = (error: MakeError, trim: (text: string) => string): OrgRules<ValueOf<typeof readParams>> => ({
  read: readParams,
  orgOf: ({ placementId = '', org = '', aid = 0 }) => {
    if (trim(placementId) === '') return error('no placement id supplied');
    return trim(org) || (aid === 0 ? '' : String(aid));
  },
  badParams: (cause, step) => error(`unmarshal ${step === 'ext' ? 'bidderExt' : 'ExtImpOpenWeb'}: ${cause}`),
  missing: () => error('no org or aid supplied'),
});

const goRules = rulesOf(scanning(generic), (text) => text);
const javaRules = rulesOf(scanning(badInput), (text) => text.trim());

export default defineBidder({
  code: 'openweb',
  endpoint: 'https://pbs.openwebmp.com/pbs',
  maintainer: 'monetization@openweb.com',
  vendorId: 280,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://pbs-cs.openwebmp.com/pbs-iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '[PBS_UID]',
    },
  },
  params: where(z.object({ placementId: z.string().min(1), aid: z.int().optional(), org: z.string().min(1).optional() }), {
    oneOf: [has('aid'), has('org')],
  }),

  ...orgTraffic(goRules),
  response: { mediaType: byMtype(['banner', 'video'], ({ mtype }) => badServer(mtypeUnsupported(mtype))) },
  java: {
    ...orgTraffic(javaRules, queryEscape),
  },
});
