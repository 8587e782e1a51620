import { expect, test } from 'vitest';
import type { Module } from '#src/modules/hook.ts';
import { HookRegistry } from '#src/modules/hook-registry.ts';
import definition from '#src/modules/ortb2-blocking/module.ts';
import { silentLog } from '#src/platform/log.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { moduleEnv } from '#test/helpers/module-env.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';

const group = (hook: string): object => ({
  groups: [{ timeout: 5, hook_sequence: [{ module_code: 'ortb2-blocking', hook_impl_code: hook }] }],
});

const hooks = {
  modules: { 'ortb2-blocking': { attributes: { badv: { 'enforce-blocks': true, 'blocked-adomain': ['bad.example'] } } } },
  execution_plan: {
    endpoints: { '/openrtb2/auction': { stages: { 'bidder-request': group('a'), 'raw-bidder-response': group('b') } } },
  },
};

const response = (bidder: string): object => ({
  cur: 'USD',
  seatbid: [
    {
      bid: [
        {
          id: `${bidder}-bid`,
          impid: 'imp-1',
          price: 1,
          crid: 'c',
          adm: '<p/>',
          adomain: [bidder === 'alpha' ? 'bad.example' : 'good.example'],
        },
      ],
    },
  ],
});

test('an account’s blocked advertisers are sent to bidders, and their bids are dropped', async () => {
  const services = moduleServices(
    {},
    {
      bidders: ['alpha', 'beta'],
      settings: { account_defaults: { hooks } },
      script: (bidder) => ({ response: { body: JSON.stringify(response(bidder)) } }),
    },
  );
  const env = moduleEnv({ clock: services.clock, random: services.random });
  const loaded = { codes: [definition.code, ...(definition.aliases ?? [])], module: definition.start({}, env) as Module };
  Object.assign(services, { hooks: new HookRegistry(services.config, [loaded], silentLog, services.metrics) });
  const request = { ...validRequest(['alpha', 'beta']), ext: { srv: { targeting: {}, returnallbidstatus: true } } };
  const { auction, body } = await runFullAuction(services, request);
  expect(auction.tasks.map((task) => task.request.badv)).toEqual([['bad.example'], ['bad.example']]);
  expect((body['seatbid'] as { seat: string }[]).map(({ seat }) => seat)).toEqual(['beta']);
  expect(body['ext']).toMatchObject({
    seatnonbid: [
      {
        seat: 'alpha',
        nonbid: [
          {
            impid: 'imp-1',
            statuscode: 356,
            ext: { srv: { bid: { price: 1, adomain: ['bad.example'], origbidcpm: 1, origbidcur: 'USD' } } },
          },
        ],
      },
    ],
  });
});
