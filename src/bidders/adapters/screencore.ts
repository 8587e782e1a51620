import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaTypeNotFetched } from '../kit/messages.ts';
import type { ImpWithParams } from '../kit/spec.ts';
import { firstImpTraffic, openRtbOfDevice } from './families/first-imp.ts';
import { placementOrEndpoint, whiteLabelTraffic } from './families/teqblaze.ts';

interface JavaParams {
  readonly accountId?: string | undefined;
  readonly placementId?: string | undefined;
}

export default defineBidder({
  code: 'screencore',
  aliasOf: 'teqblaze',
  endpoint: 'https://REGION.screencore.io/pserver',
  maintainer: 'connect@screencore.io',
  vendorId: 1473,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.screencore.io/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&coppa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    iframe: {
      url: 'https://cs.screencore.io/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...whiteLabelTraffic,
  java: {
    ...firstImpTraffic,
    endpoint: 'http://h1.screencore.io/?kp={AccountId}&kn={SourceId}',
    params: z.object({ accountId: z.string().min(1), placementId: z.string().min(1) }),
    badParams: (cause) => badInput(cause),
    onBadImp: undefined,
    fanout: undefined,
    macros: ({ params: { accountId, placementId } }: ImpWithParams<JavaParams>) => ({ AccountId: accountId, SourceId: placementId }),
    headers: openRtbOfDevice,
    status: undefined,
    response: {
      ...firstImpTraffic.response,
      mediaType: byMtype(['banner', 'video', 'native'], (bid) => badServer(javaTypeNotFetched(bid))),
    },
  },
});
