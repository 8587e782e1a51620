/** Corrects requests of faulty SDK versions if the account's settings enable it. */

import { z } from 'zod';
import { memoByObject } from '#src/lang/memo.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, flag, kebabNames } from '../account-settings.ts';
import type { ModuleDefinition } from '../hook.ts';
import { cleanAgent, removeInterstitial } from './corrections.ts';

const schema = z.object({
  enabled: flag,
  'pbsdk-android-instl-remove': flag,
  pbsdkAndroidInstlRemove: flag,
  'pbsdk-ua-cleanup': flag,
  pbsdkUaCleanup: flag,
});

interface Corrections {
  readonly interstitial: boolean;
  readonly agent: boolean;
}

/** The account's switches, or why its settings are invalid. */
const correctionsOf = memoByObject((settings: Ext): Result<Corrections> => {
  const { data, error } = schema.safeParse(kebabNames(settings));
  if (error) return { error: firstIssue(error) };
  const on = data.enabled === true;
  return {
    value: {
      interstitial: on && (data['pbsdk-android-instl-remove'] ?? data.pbsdkAndroidInstlRemove ?? false),
      agent: on && (data['pbsdk-ua-cleanup'] ?? data.pbsdkUaCleanup ?? false),
    },
  };
});

const module: ModuleDefinition = {
  code: 'auctor.requestcorrection',
  aliases: ['pb-request-correction'],
  checkAccount(account) {
    const read = correctionsOf(account);
    if ('error' in read) throw new Error(read.error);
  },
  start: () => ({
    hooks: {
      processed_auction_request: (request, { settings }) => {
        const corrections = correctionsOf(settings);
        if ('error' in corrections) return { failure: corrections.error };
        const { interstitial, agent } = corrections.value;
        const removed = interstitial && removeInterstitial(request);
        const cleaned = agent && cleanAgent(request);
        return removed || cleaned ? {} : undefined;
      },
    },
  }),
};

export default module;
