/**
 * Blocking lists for bidders that keep none themselves: put into their requests, and enforced on their bids where the account
 * wants that. Its settings are those of the established servers' module of this name.
 */
import type { HookContext, HookResult, ModuleDefinition } from '../hook.ts';
import { checkBids } from './check-bids.ts';
import { fillRequest } from './fill-request.ts';
import { settingsOf } from './settings.ts';

const unreadable = (fault: string, tags?: HookResult['tags']): HookResult => ({ failure: fault, tags });

const FAILED: HookResult['tags'] = { activities: [{ name: 'enforce-blocking', status: 'error' }] };

/** Accounts without settings want nothing blocked. */
const hasNone = ({ settings }: HookContext): boolean => Object.keys(settings).length === 0;

const module: ModuleDefinition = {
  code: 'prebid.ortb2blocking',
  aliases: ['ortb2-blocking'],
  start: () => ({
    hooks: {
      bidder_request: (request, context) => {
        if (hasNone(context)) return undefined;
        const { request: settings } = settingsOf(context.settings);
        return 'fault' in settings ? unreadable(settings.fault) : fillRequest(request, settings, context);
      },
      raw_bidder_response: (payload, context) => {
        if (hasNone(context)) return undefined;
        const { response: settings } = settingsOf(context.settings);
        return 'fault' in settings ? unreadable(settings.fault, FAILED) : checkBids(payload, settings, context);
      },
    },
  }),
};

export default module;
