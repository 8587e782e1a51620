import { describe, expect, test } from 'vitest';
import { runStage } from '#src/modules/run-stage.ts';
import type { StageEnd } from '#src/modules/stage-call.ts';
import { MODULE } from '#test/helpers/modules.ts';
import { add, type Box, group, run } from './arrange.ts';

describe('a module under test', () => {
  const tests = (over: object): object => ({
    hooks: { host_execution_plan: { ...planWith(), abtests: [{ enabled: true, module_code: MODULE, percent_active: 50, ...over }] } },
  });
  const planWith = (): object => ({
    endpoints: {
      '/openrtb2/auction': {
        stages: { raw_auction_request: { groups: [{ timeout: 5, hook_sequence: [{ module_code: MODULE, hook_impl_code: 'a' }] }] } },
      },
    },
  });
  const tag = (status: string): object => ({
    activities: [{ name: 'core-module-abtests', status: 'success', results: [{ status, values: { module: MODULE } }] }],
  });

  test('runs if it is drawn', () => {
    const { end, results } = run([group({ a: add('a') })], { settings: tests({ percent_active: 51 }) });
    expect((end as StageEnd<Box>).payload.list).toEqual(['start', 'a']);
    expect(results()[0]).toMatchObject({ action: 'update', tags: tag('run') });
  });

  test('is skipped if it is not', () => {
    const { end, results } = run([group({ a: add('a') })], { settings: tests({}) });
    expect((end as StageEnd<Box>).changed).toBe(false);
    expect(results()[0]).toMatchObject({ status: 'success', action: 'no_invocation', tags: tag('skipped') });
  });

  test('is drawn once per auction', () => {
    const { call } = run([group({ a: add('a') })], { settings: tests({}) });
    const always = { ...call, services: { ...call.services, random: { ...call.services.random, next: () => 0 } } };
    expect((runStage(always, { list: [] }) as StageEnd<Box>).changed).toBe(false);
  });

  test('leaves no tag if disabled', () => {
    const { results } = run([group({ a: add('a') })], { settings: tests({ log_analytics_tag: false }) });
    expect(results()[0]?.tags).toBeUndefined();
  });

  test('is under test only for the accounts named', () => {
    const { end } = run([group({ a: add('a') })], { settings: tests({ accounts: ['other'] }) });
    expect((end as StageEnd<Box>).payload.list).toEqual(['start', 'a']);
  });
});
