/**
 * Rule engine: an account's rules remove bidders from imps before the auction. Settings are accepted in either variant's format and
 * compiled once per settings object, within the host's limits.
 */
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { HookContext, HookResult, ModuleDefinition, ModuleEnv } from '../hook.ts';
import { applyRules } from './apply-rules.ts';
import { forgetRules, rulesOf } from './compiled-rules.ts';
import { COMPILERS } from './compilers.ts';
import { RULE_DIALECTS } from './dialects.ts';
import { type BidderScopes, scopeError } from './geoscopes.ts';
import { limitsOf, type RuleLimits } from './limits.ts';
import type { RuleContext } from './rule-context.ts';
import { RejectedSettings, RetainedRules } from './rule-retention.ts';
import { type RuleSet, ruleMessage } from './rule-set.ts';

/** Start of the log message of a compile error; the account's requests continue without rules. */
const LOG_STARTS = {
  go: (account: string) => `Rules engine error parsing config for account ${account}`,
  java: (account: string) => `Failed to parse rule-engine config for account ${account}`,
} as const;

const DEFAULT_REGION = 'local';
/** Result for an account that disables its rules. */
const DISABLED: { readonly go: HookResult; readonly java: undefined } = {
  go: { debug: ['skipped, rules engine is disabled for this account'] },
  java: undefined,
};

/** @throws Error if the info of a bidder of this host has a scope that is not a country */
function checkScopes(scopes: BidderScopes): void {
  for (const [bidder, list] of Object.entries(scopes)) {
    const error = scopeError(bidder, list);
    if (error) throw new Error(error);
  }
}

const contextOf = (request: BidRequest, hook: HookContext, { datacenter, random }: ModuleEnv): RuleContext => ({
  request,
  hostRegion: datacenter || DEFAULT_REGION,
  draw: (limit) => Math.floor(random.next() * limit),
  isSynced: (bidder) => hook.isSynced(bidder),
});

/** Compiles an account's settings; those that are rejected have no rules until they are compiled again. */
function compilerOf({ clock, geoscopes, log, random, variant }: ModuleEnv, { cache, retry }: RuleLimits) {
  const retained = cache && new RetainedRules(cache, (settings) => forgetRules(settings, geoscopes));
  const rejected = new RejectedSettings(retry, () => random.next());
  return ({ settings, accountId }: HookContext): readonly RuleSet[] => {
    if (rejected.isWaiting(settings, clock.now())) return [];
    retained?.use(settings, clock.now());
    try {
      return rulesOf(settings, variant, geoscopes);
    } catch (cause) {
      log.warn({ account: accountId }, `${LOG_STARTS[variant](accountId)}: ${ruleMessage(cause)}`);
      rejected.add(settings, clock.now());
      return [];
    }
  };
}

const module: ModuleDefinition = {
  code: 'prebid.rulesengine',
  aliases: ['pb-rule-engine'],
  check: (settings) => void limitsOf(settings),
  checkAccount(account, _, variant) {
    if (account['enabled'] === false) return;
    const dropped: string[] = [];
    COMPILERS[variant](account, {}, (set, reason) => dropped.push(`the rule set ${set} is ignored: ${reason}`));
    if (dropped.length > 0) throw new Error(dropped.join('; '));
  },
  start(host, env) {
    checkScopes(env.geoscopes);
    const compile = compilerOf(env, limitsOf(host));
    return {
      hooks: {
        processed_auction_request: (request, context) => {
          const { settings } = context;
          if (Object.keys(settings).length === 0) return undefined;
          if (settings['enabled'] === false) return DISABLED[env.variant];
          const sets = compile(context);
          return sets.length > 0 ? applyRules(sets, request, contextOf(request, context, env), RULE_DIALECTS[env.variant]) : undefined;
        },
      },
    };
  },
};

export default module;
