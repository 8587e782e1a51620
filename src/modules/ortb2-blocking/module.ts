/**
 * Blocking lists for bidders without their own: added to their requests, and enforced on their bids if the account enables that. The
 * settings are those of the established servers' module of the same name.
 */
import type { HookContext, HookResult, ModuleDefinition } from '../hook.ts';
import { checkBids } from './check-bids.ts';
import { fillRequest } from './fill-request.ts';
import { settingsOf } from './settings.ts';

const unreadable = (error: string, tags?: HookResult['tags']): HookResult => ({ failure: error, tags });

const FAILED: HookResult['tags'] = { activities: [{ name: 'enforce-blocking', status: 'error' }] };

/** Accounts without settings block nothing. */
const hasNone = ({ settings }: HookContext): boolean => Object.keys(settings).length === 0;

const module: ModuleDefinition = {
  code: 'prebid.ortb2blocking',
  aliases: ['ortb2-blocking'],
  checkAccount(account) {
    const { request, response } = settingsOf(account);
    for (const part of [request, response]) if ('error' in part) throw new Error(part.error);
  },
  start: () => ({
    hooks: {
      bidder_request: (request, context) => {
        if (hasNone(context)) return undefined;
        const { request: settings } = settingsOf(context.settings);
        return 'error' in settings ? unreadable(settings.error) : fillRequest(request, settings, context);
      },
      raw_bidder_response: (payload, context) => {
        if (hasNone(context)) return undefined;
        const { response: settings } = settingsOf(context.settings);
        return 'error' in settings ? unreadable(settings.error, FAILED) : checkBids(payload, settings, context);
      },
    },
  }),
};

export default module;
