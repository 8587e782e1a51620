import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { HostConfigInput } from '#src/config/schema.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { moduleEnv } from '#test/helpers/module-env.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';

/** The settings with four modules in the documentation. */
function documentedSettings(): HostConfigInput {
  const page = readFileSync(join(import.meta.dirname, '../../docs/MODULES.md'), 'utf8');
  const [, settings = ''] = /```yaml\n(# four modules\n[\s\S]*?)```/.exec(page) ?? [];
  return parse(settings) as HostConfigInput;
}

test('the documented settings with four modules run their hooks in an auction', async () => {
  const services = moduleServices({}, { settings: documentedSettings(), bidders: ['alpha', 'generic'] });
  const hooks = await openHooks(services.config, await findModules(), moduleEnv(), services.metrics);
  const device = {
    ua: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/604.1',
    geo: { country: 'MEX' },
  };
  const { auction } = await runFullAuction(Object.assign(services, { hooks }), { ...validRequest(['alpha', 'generic']), device });
  const ran = (auction.hooks?.outcomes ?? []).flatMap(({ stage, groups }) =>
    groups.flatMap(({ results }) => results.map(({ module, status }) => `${stage} ${module} ${status}`)),
  );
  expect(ran).toEqual([
    'entrypoint auctor.devicedetection success',
    'raw_auction_request auctor.devicedetection success',
    'processed_auction_request prebid.rulesengine success',
    'all_processed_bid_responses pb-response-correction success',
    'all_processed_bid_responses pb-richmedia-filter success',
  ]);
  expect(auction.request.device).toMatchObject({ devicetype: 5, make: 'Apple', model: 'iPad', os: 'iOS', osv: '16.6' });
  expect(auction.outcomes.map(({ bidder }) => bidder)).toEqual(['alpha']);
});
