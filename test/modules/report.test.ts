import { describe, expect, test } from 'vitest';
import type { HookOutcome, StageOutcome } from '#src/modules/outcome.ts';
import { clientTags, moduleReport, readReportOptions } from '#src/modules/report.ts';
import { dialects } from '#test/helpers/dialects.ts';

const result = (over: Partial<HookOutcome> = {}): HookOutcome => ({
  module: 'm',
  hook: 'h',
  status: 'success',
  action: 'update',
  message: '',
  errors: [],
  warnings: [],
  debug: [],
  tags: undefined,
  patches: [],
  ms: 1.23456,
  ...over,
});

const stage = (name: StageOutcome['stage'], entity: string, ...results: HookOutcome[]): StageOutcome => ({
  stage: name,
  entity,
  ms: 2,
  groups: results.length === 0 ? [] : [{ ms: 2, results }],
});

const verbose = { trace: 'verbose', debug: true, warnings: [] } as const;
const TAGS = {
  activities: [{ name: 'a', status: 'success', results: [{ status: 'success-allow', appliedto: { bidder: 'b', impids: ['1'] } }] }],
} as const;

describe('the requested report', () => {
  test.each([
    [{ ext: { srv: { trace: 'basic' } } }, undefined, { trace: 'basic', debug: false, warnings: [] }],
    [{ test: 1, ext: { srv: { trace: 'loud' } } }, true, { trace: 'none', debug: true, warnings: [] }],
    [{ test: 1 }, false, { trace: 'none', debug: false, warnings: [] }],
    [{ test: 1 }, undefined, { trace: 'none', debug: true, warnings: [] }],
    [
      { ext: { srv: { trace: 1, debug: 'on' } } },
      true,
      { trace: 'none', debug: false, warnings: ['Value is not a string: 1', 'Value is not a boolean: on'] },
    ],
    [
      { ext: { srv: { trace: { toString: 1 }, debug: [null] } } },
      true,
      { trace: 'none', debug: false, warnings: ['Value is not a string: {"toString":1}', 'Value is not a boolean: [null]'] },
    ],
  ])('is read from %j with the account setting %j', (request, allowed, wantedOptions) => {
    expect(readReportOptions(request as never, allowed)).toEqual(wantedOptions);
  });
});

describe('the report', () => {
  test('is empty if nothing ran or it was not requested', () => {
    expect(moduleReport([], verbose, dialects.go.response.hookReport)).toBeUndefined();
    expect(moduleReport([stage('entrypoint', '')], verbose, dialects.go.response.hookReport)).toBeUndefined();
    const ran = [stage('entrypoint', '', result({ errors: ['e'] }))];
    expect(moduleReport(ran, { trace: 'none', debug: false, warnings: [] }, dialects.go.response.hookReport)).toBeUndefined();
  });

  test('lists bidders in the given order, stage by stage, whichever responded first', () => {
    const outcomes = [
      stage('raw_bidder_response', 'b', result({ errors: ['b'] })),
      stage('bidder_request', 'b', result()),
      stage('raw_bidder_response', 'a', result({ errors: ['a'] })),
    ];
    const reported = moduleReport(outcomes, verbose, dialects.go.response.hookReport, ['a', 'b']);
    const trace = reported?.['trace'] as { stages: { stage: string; outcomes: { entity: string }[] }[] } | undefined;
    expect(trace?.stages.map((one) => [one.stage, one.outcomes.map(({ entity }) => entity)])).toEqual([
      ['raw_bidder_response', ['a', 'b']],
      ['bidder_request', ['b']],
    ]);
    expect(reported?.['errors']).toEqual({ m: { h: ['a', 'b'] } });
  });

  test('groups messages by module and hook, for debug output', () => {
    const outcomes = [
      stage('entrypoint', '', result({ errors: ['1'], warnings: ['w'] }), result({ hook: 'i', errors: ['2'] })),
      stage('exitpoint', '', result({ errors: ['3'] }), result({ hook: '__proto__', errors: ['4'] })),
    ];
    expect(moduleReport(outcomes, { trace: 'none', debug: true, warnings: [] }, dialects.go.response.hookReport)).toEqual({
      errors: { m: { h: ['1', '3'], i: ['2'] } },
      warnings: { m: { h: ['w'] } },
    });
  });

  test('traces stages in order, bidders’ outcomes under one stage', () => {
    const outcomes = [
      stage('bidder_request', 'alpha', result()),
      { ...stage('bidder_request', 'beta', result()), ms: 5 },
      stage('auction_response', '', result()),
    ];
    const trace = moduleReport(outcomes, { ...verbose, trace: 'basic' }, dialects.go.response.hookReport)?.['trace'] as {
      stages: object[];
    };
    expect(trace).toMatchObject({
      execution_time_millis: 7,
      stages: [
        {
          stage: 'bidder_request',
          execution_time_millis: 5,
          outcomes: [{ entity: 'alpha' }, { entity: 'beta', execution_time_millis: 5 }],
        },
        { stage: 'auction_response', outcomes: [{ entity: 'auction_response' }] },
      ],
    });
  });

  test('contains each hook in the Go variant’s format', () => {
    const reported = moduleReport([stage('entrypoint', '', result({ debug: ['d'] }))], verbose, dialects.go.response.hookReport)?.['trace'];
    expect(reported).toEqual({
      execution_time_millis: 2,
      stages: [
        {
          stage: 'entrypoint',
          execution_time_millis: 2,
          outcomes: [
            {
              entity: 'http-request',
              execution_time_millis: 2,
              groups: [
                {
                  execution_time_millis: 2,
                  invocation_results: [
                    {
                      analytics_tags: {},
                      hook_id: { module_code: 'm', hook_impl_code: 'h' },
                      execution_time_millis: 1.235,
                      status: 'success',
                      action: 'update',
                      message: '',
                      debug_messages: ['d'],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  const javaResults = (level: 'basic' | 'verbose', over: Partial<HookOutcome>): unknown => {
    const report = moduleReport(
      [stage('raw_auction_request', '', result(over))],
      { ...verbose, trace: level },
      dialects.java.response.hookReport,
    );
    return (report?.['trace'] as { stages: object[] } | undefined)?.stages[0];
  };

  test('contains each hook in the Java variant’s format', () => {
    expect(javaResults('verbose', { debug: ['d'], tags: TAGS, message: 'x' })).toEqual({
      stage: 'raw-auction-request',
      executiontimemillis: 2,
      outcomes: [
        {
          entity: 'auction-request',
          executiontimemillis: 2,
          groups: [
            {
              executiontimemillis: 2,
              invocationresults: [
                {
                  hookid: { 'module-code': 'm', 'hook-impl-code': 'h' },
                  executiontimemillis: 1.235,
                  status: 'success',
                  message: 'x',
                  action: 'update',
                  debugmessages: ['d'],
                  analyticstags: {
                    activities: [
                      {
                        name: 'a',
                        status: 'success',
                        results: [{ status: 'success-allow', appliedto: { impids: ['1'], bidders: ['b'] } }],
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test('omits tags and messages in the Java variant’s basic trace', () => {
    expect(javaResults('basic', { debug: ['d'], tags: TAGS, action: '', status: 'timeout' })).toMatchObject({
      outcomes: [{ groups: [{ invocationresults: [{ hookid: { 'module-code': 'm', 'hook-impl-code': 'h' }, status: 'timeout' }] }] }],
    });
    expect(JSON.stringify(javaResults('basic', { debug: ['d'], tags: TAGS, action: '' }))).not.toMatch(
      /debugmessages|analyticstags|action/,
    );
  });
});

test('tags for clients name stage and module', () => {
  const outcomes = [stage('raw_bidder_response', 'alpha', result({ tags: TAGS }), result(), result({ tags: { activities: [] } }))];
  expect(clientTags(outcomes, dialects.go.response.hookReport)).toEqual([
    { stage: 'raw_bidder_response', module: 'm', analyticstags: TAGS },
  ]);
  expect(clientTags(outcomes, dialects.java.response.hookReport)[0]).toMatchObject({ stage: 'raw-bidder-response' });
});
