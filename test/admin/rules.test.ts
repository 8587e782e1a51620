import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerRules } from '#src/admin/rules.ts';
import type { AccountLookup } from '#src/auction/services.ts';
import { accountSchema } from '#src/config/account.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { aBidder } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

const rulesets = (country: string): Ext[] => [
  {
    name: 'countries',
    stage: 'processed_auction_request',
    modelgroups: [
      {
        schema: [{ function: 'deviceCountry' }],
        rules: [{ conditions: [country], results: [{ function: 'excludeBidders', args: { bidders: ['alpha'] } }] }],
      },
    ],
  },
];

const accountOf = (rulesengine: Ext) => accountSchema.parse({ hooks: { modules: { prebid: { rulesengine } } } });

/** The response for an account with these settings. */
async function rulesOf(lookup: AccountLookup): Promise<[number, unknown]> {
  const admin = Fastify();
  const services = testServices({ bidders: registryOf(aBidder('alpha')), accounts: { find: async () => lookup } });
  registerRules(admin, services);
  const { statusCode, body } = await admin.inject('/rules?account=a');
  return [statusCode, statusCode === 200 ? JSON.parse(body) : body];
}

test("the endpoint of rules shows an account's rules as trees with matches", async () => {
  const account = accountOf({ enabled: true, rulesets: rulesets('MEX') });
  expect(await rulesOf({ kind: 'found', account })).toEqual([
    200,
    {
      account: 'a',
      trees: [
        {
          set: 'countries',
          share: 1,
          root: {
            question: 'deviceCountry',
            branches: [
              { value: 'MEX', to: { branches: [], results: ['excludeBidders alpha'], hits: 0 } },
              { value: 'otherwise', to: { branches: [], results: [], hits: 0 } },
            ],
            results: [],
          },
        },
      ],
    },
  ]);
});

test('the endpoint of rules reports why the rules of an account do not run', async () => {
  const account = accountOf({ enabled: true });
  const error = 'JSON schema validation: [(root): rulesets is required] ';
  expect(await rulesOf({ kind: 'unknown', account, errors: [] })).toEqual([200, { account: 'a', trees: [], error }]);
  expect(await rulesOf({ kind: 'malformed', part: 'config' })).toEqual([404, 'The settings of account a are malformed.\n']);
});
