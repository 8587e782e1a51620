/** `GET /rules`: the rule engine's settings of an account as decision trees, with the number of matches in this process. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { sendJson, sendPlain } from '#src/http/send.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { settingsOf } from '#src/modules/codes.ts';
import { decisionTrees } from '#src/modules/rule-engine/decision-tree.ts';
import { geoscopesOf } from '#src/modules/rule-engine/geoscopes.ts';
import ruleEngine from '#src/modules/rule-engine/module.ts';

/** ms an account is awaited. */
const ACCOUNT_MS = 5000;

const CODES = [ruleEngine.code, ...(ruleEngine.aliases ?? [])];

type Env = Pick<Services, 'accounts' | 'bidders' | 'config'>;

/** Registers the endpoint. `account` names the account; without it, or if it is not stored, the settings are those of `account_defaults`. */
export function registerRules(admin: FastifyInstance, { accounts, bidders, config }: Env): void {
  admin.get<{ Querystring: { account?: string | string[] } }>('/rules', async ({ query }, reply) => {
    const id = String(query.account ?? '');
    const found = await accounts.find(id, ACCOUNT_MS);
    if (found.kind === 'malformed') return sendPlain(reply, 404, `The settings of account ${id} are malformed.\n`);
    const settings = settingsOf(found.account.hooks.modules, CODES);
    try {
      const trees = settings ? decisionTrees(settings, config.rules.moduleDialect, geoscopesOf(bidders)) : [];
      return sendJson(reply, JSON.stringify({ account: id, trees }));
    } catch (cause) {
      return sendJson(reply, JSON.stringify({ account: id, trees: [], error: errorMessage(cause) }));
    }
  });
}
