import { describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { executionPlan } from '#src/config/sections/hooks.ts';

const errors = (hooks: object): string[] =>
  hostSchema.safeParse({ hooks }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const PLAN = {
  endpoints: {
    '/openrtb2/auction': { stages: { 'raw-auction-request': { groups: [{ timeout: 5, 'hook-sequence': [{ 'module-code': 'a-b' }] }] } } },
  },
  abtests: [{ 'module-code': 'a-b', accounts: [1, 'x'], 'percent-active': 5 }],
};

const READ = {
  endpoints: {
    '/openrtb2/auction': {
      stages: { raw_auction_request: { groups: [{ timeout: 5, hook_sequence: [{ module_code: 'a-b', hook_impl_code: '' }] }] } },
    },
  },
  abtests: [{ enabled: false, module_code: 'a-b', accounts: ['1', 'x'], percent_active: 5, log_analytics_tag: true }],
};

describe('plans of the host', () => {
  test.each([
    ['as an object', PLAN],
    ['as JSON text', JSON.stringify(PLAN)],
  ])('are read in the Java variant’s format, %s', (_, plan) => {
    expect(hostSchema.parse({ hooks: { host_execution_plan: plan } }).hooks.host_execution_plan).toEqual(READ);
  });

  test('without content are empty', () => {
    expect(hostSchema.parse({ hooks: { host_execution_plan: ' ' } }).hooks.host_execution_plan).toEqual({ abtests: [] });
  });

  test('name existing stages', () => {
    expect(errors({ host_execution_plan: { endpoints: { x: { stages: { somewhere: {} } } } } })[0]).toMatch(
      /^hooks\.host_execution_plan\.endpoints\.x\.stages\.somewhere: unknown stage; the stages are entrypoint, /,
    );
  });

  test('that are not JSON are rejected', () => {
    expect(errors({ host_execution_plan: '{' })).toEqual([expect.stringMatching(/^hooks\.host_execution_plan: must be a plan as JSON: /)]);
  });
});

describe('settings beside the options', () => {
  test('are those of modules', () => {
    expect(hostSchema.parse({ hooks: { ortb2_blocking: { enabled: true } } }).hooks['ortb2_blocking']).toEqual({ enabled: true });
  });

  test('that are not settings are misspelled options', () => {
    expect(errors({ enabeld: true })).toEqual(['hooks: Unrecognized key: "enabeld"']);
  });
});

test('null in a plan counts as absent', () => {
  const group = { timeout: 5, hook_sequence: null };
  const stages = { entrypoint: { groups: [group] }, exitpoint: { groups: null } };
  const abtests = [{ module_code: 'a', accounts: null, percent_active: null }];
  expect(executionPlan.parse({ abtests, endpoints: { '/openrtb2/auction': { stages } } })).toEqual({
    abtests: [{ enabled: false, module_code: 'a', accounts: [], percent_active: 100, log_analytics_tag: true }],
    endpoints: {
      '/openrtb2/auction': { stages: { entrypoint: { groups: [{ timeout: 5, hook_sequence: [] }] }, exitpoint: { groups: [] } } },
    },
  });
  expect(executionPlan.parse({ abtests: null, endpoints: null })).toEqual({ abtests: [] });
});
