/** The files of a new module: it works unchanged, and its test passes. */

/** `module.ts` of the module with this code. */
export const moduleFile = (code: string): string => `import type { ModuleDefinition } from 'auctor/modules';

/** The keyword of the settings. */
const keywordOf = (settings: { readonly [name: string]: unknown }): string =>
  typeof settings['keyword'] === 'string' ? settings['keyword'] : '${code}';

const module: ModuleDefinition = {
  code: '${code}',
  // Timeouts in ms by stage, if no execution plan of the host names the module.
  defaultPlan: { processed_auction_request: 5 },

  start(settings, { log }) {
    const keyword = keywordOf(settings);
    log.info({ module: '${code}', keyword }, 'module started');
    return {
      hooks: {
        // Changes of the request are recorded; a hook that throws or is late only loses them.
        processed_auction_request(request, context) {
          if (!request.site) return undefined;
          request.site.keywords = [request.site.keywords, keyword].filter(Boolean).join(',');
          return { debug: [\`keyword \${keyword} for account \${context.accountId}\`] };
        },
      },
    };
  },
};

export default module;
`;

/** `module.test.ts` of that module, for `node --test`. */
export const moduleTestFile = (code: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HookContext, ModuleEnv, Payloads } from 'auctor/modules';
import definition from './module.ts';

const env = { log: { info() {} } } as unknown as ModuleEnv;
const context = { accountId: '42' } as HookContext;

async function run(request: Payloads['processed_auction_request']): Promise<unknown> {
  const { hooks } = await definition.start({ enabled: true, keyword: 'news' }, env);
  return hooks.processed_auction_request?.(request, context);
}

test('${code} adds its keyword to the site', async () => {
  const request = { id: '1', imp: [], site: { keywords: 'sport' } };
  assert.deepEqual(await run(request), { debug: ['keyword news for account 42'] });
  assert.deepEqual(request, { id: '1', imp: [], site: { keywords: 'sport,news' } });
});

test('${code} does not change a request of an app', async () => {
  const request = { id: '1', imp: [], app: { name: 'game' } };
  assert.equal(await run(request), undefined);
  assert.deepEqual(request, { id: '1', imp: [], app: { name: 'game' } });
});
`;
