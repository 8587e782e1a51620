import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import { readerOf, type ValueOf } from '../kit/reader.ts';
import { type OrgRules, orgTraffic } from './families/org.ts';

const readParams = readerOf(z.object({ org: z.string(), publisher_id: z.string() }));
type Rules = OrgRules<ValueOf<typeof readParams>>;

const goRules: Rules = {
  read: readParams,
  orgOf: ({ org, publisher_id: publisherId = '' }) => org || publisherId,
  badParams: (cause, step) => generic(`extractOrg: unmarshal ${step === 'ext' ? 'bidderExt' : 'ImpExtRise'}: ${cause}`),
  missing: () => generic('extractOrg: no org or publisher_id supplied'),
};

const javaRules: Rules = {
  ...goRules,
  orgOf: ({ org = '', publisher_id: publisherId = '' }) => org.trim() || publisherId.trim(),
  badParams: badInput,
  missing: () => badInput('No org or publisher_id supplied'),
};

export default defineBidder({
  code: 'rise',
  endpoint: 'https://pbs.yellowblue.io/pbs',
  maintainer: 'rise-prog-dev@risecodes.com',
  vendorId: 1043,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://pbs-cs.yellowblue.io/pbs-iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '[PBS_UID]',
    },
  },
  params: where(z.object({ org: z.string().optional(), publisher_id: z.string().optional(), placementId: z.string().optional() }), {
    oneOf: [has('org'), has('publisher_id')],
  }),

  ...orgTraffic(goRules),
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'native'], ({ mtype }) => generic(mtypeUnsupported(mtype))),
  },
  java: {
    ...orgTraffic(javaRules, queryEscape),
    response: {
      mediaType: byMtype(['banner', 'video', 'native'], ({ id, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : `Unsupported MType: ${mtype}, for bid: ${id}`),
      ),
    },
  },
});
