import { describe, expect, test } from 'vitest';
import { withOurKeys } from '#src/config/keys.ts';
import { hostSchema } from '#src/config/schema.ts';

const faults = (hooks: object): string[] =>
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
  ])('are read in the Java variant’s spelling, %s', (_, plan) => {
    const settings = withOurKeys({ hooks: { 'host-execution-plan': plan } }) as object;
    expect(hostSchema.parse(settings).hooks.host_execution_plan).toEqual(READ);
  });

  test('that say nothing are empty', () => {
    expect(hostSchema.parse({ hooks: { host_execution_plan: ' ' } }).hooks.host_execution_plan).toEqual({ abtests: [] });
  });

  test('name stages that there are', () => {
    expect(faults({ host_execution_plan: { endpoints: { x: { stages: { somewhere: {} } } } } })[0]).toMatch(
      /^hooks\.host_execution_plan\.endpoints\.x\.stages: only these are stages of an auction: entrypoint, /,
    );
  });

  test('that are no JSON are refused', () => {
    expect(faults({ host_execution_plan: '{' })).toEqual(['hooks.host_execution_plan: Invalid input: expected object, received string']);
  });
});

describe('settings beside the options', () => {
  test('are those of modules', () => {
    expect(hostSchema.parse({ hooks: { ortb2_blocking: { enabled: true } } }).hooks['ortb2_blocking']).toEqual({ enabled: true });
  });

  test('that are no settings are misspelled options', () => {
    expect(faults({ enabeld: true })).toEqual(['hooks: Unrecognized key: "enabeld"']);
  });
});
