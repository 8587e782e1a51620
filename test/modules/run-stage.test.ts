import { describe, expect, test } from 'vitest';
import type { HookContext } from '#src/modules/hook.ts';
import { runStage } from '#src/modules/run-stage.ts';
import type { StageEnd } from '#src/modules/stage-call.ts';
import { silentLog } from '#src/platform/log.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { type FakeGroup, later, MODULE, moduleServices } from '#test/helpers/modules.ts';
import type { TestServices } from '#test/helpers/services.ts';
import { add, type Box, type BoxHook, group, run } from './arrange.ts';

describe('groups of hooks', () => {
  test('run in sequence, each on the previous payload', () => {
    const { end, results } = run([group({ a: add('a') }), group({ b: add('b') })]);
    expect(end).toEqual({ payload: { list: ['start', 'a', 'b'] }, changed: true, rejection: undefined });
    expect(results().map(({ hook, action }) => [hook, action])).toEqual([
      ['a', 'update'],
      ['b', 'update'],
    ]);
  });

  test('do not modify the payload itself', () => {
    const before = { list: ['start'] };
    const { call } = run([group({ a: add('a') })]);
    const end = runStage(call, before);
    expect(before).toEqual({ list: ['start'] });
    expect((end as StageEnd<Box>).payload).not.toBe(before);
  });

  test('return the same payload if nothing was changed', () => {
    const { call, results } = run([group({ a: () => undefined })]);
    const before = { list: [] };
    expect(runStage(call, before)).toEqual({ payload: before, changed: false });
    expect((runStage(call, before) as StageEnd<Box>).payload).toBe(before);
    expect(results()[0]).toMatchObject({ status: 'success', action: 'no_action' });
  });

  test("are not awaited longer than the group's timeout", async () => {
    const { end, services, results } = run([group({ slow: () => new Promise(() => {}), quick: add('quick') }, 5)]);
    expect(end).toBeInstanceOf(Promise);
    services.clock.wind(5);
    expect((await end).payload).toEqual({ list: ['start', 'quick'] });
    expect(results().map(({ hook, status, errors }) => [hook, status, errors])).toEqual([
      ['quick', 'success', []],
      ['slow', 'timeout', ['Hook execution timeout']],
    ]);
  });

  test('are not awaited beyond the deadline', async () => {
    const { end, services } = run([group({ slow: () => new Promise(() => {}) }, 500)], { deadlineMs: 20 });
    services.clock.wind(20);
    expect((await end).changed).toBe(false);
    expect(services.clock.pending).toBe(0);
  });

  test('count at the deadline if their result is available', () => {
    const { end } = run([group({ quick: add('quick'), slow: () => new Promise(() => {}) })], { deadlineMs: 0 });
    expect((end as StageEnd<Box>).payload.list).toEqual(['start', 'quick']);
  });

  test('with no time at all are not called', () => {
    const { end, results } = run([group({ a: add('a') }, 0)]);
    expect(end).toMatchObject({ payload: { list: ['start'] }, changed: false });
    expect(results()[0]).toMatchObject({ status: 'timeout', action: '' });
  });

  test('that are late change nothing, and notice it by their own draft', async () => {
    let error: unknown;
    const hook: BoxHook = async (box) => {
      await new Promise(setImmediate);
      try {
        box.list.push('late');
      } catch (cause) {
        error = cause;
      }
    };
    const { end, services } = run([group({ hook }, 5)]);
    services.clock.wind(5);
    expect((await end).payload).toEqual({ list: ['start'] });
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(error).toBeInstanceOf(TypeError);
  });
});

describe('results of a group', () => {
  const groups = (services: () => TestServices): FakeGroup[] => [
    group({
      first: (box) =>
        later(services(), 20, () => {
          box.list.push('first');
        }),
      second: (box) =>
        later(services(), 10, () => {
          box.list.push('second');
        }),
    }),
  ];

  test.each([
    ['go', ['second', 'first']],
    ['java', ['first', 'second']],
  ] as const)('apply in the order of the %s variant', async (variant, order) => {
    let made: TestServices | undefined;
    const { end, services, results } = run(
      groups(() => made as TestServices),
      {
        variant,
        before: (own) => {
          made = own;
        },
      },
    );
    for (let ms = 0; ms < 30; ms++) {
      services.clock.wind(1);
      await new Promise(setImmediate);
    }
    await end;
    expect(results().map(({ hook, ms }) => [hook, ms])).toEqual(order.map((hook) => [hook, hook === 'first' ? 20 : 10]));
  });
});

describe('a failing hook', () => {
  const throwing: BoxHook = () => {
    throw new Error('no luck');
  };
  const rejecting: BoxHook = () => Promise.reject(new Error('no luck'));
  const reporting: BoxHook = () => ({ failure: 'no data', warnings: ['w'], errors: ['e'] });

  test.each([
    ['throws', throwing, 'execution_failure', ['no luck']],
    ['rejects later', rejecting, 'execution_failure', ['no luck']],
    ['says so', reporting, 'failure', ['e', 'hook execution failed: no data']],
    ['answers with junk', () => 7, 'execution_failure', ['a hook must return an object, not number']],
    ['answers with a list', () => [], 'execution_failure', ['a hook must return an object, not a list']],
  ] as const)('because it %s affects only itself', async (_, hook, status, errors) => {
    const { end, results } = run([group({ bad: hook, good: add('good') })]);
    expect((await end).payload).toEqual({ list: ['start', 'good'] });
    expect(results().find(({ hook: name }) => name === 'bad')).toMatchObject({ status, action: '', errors });
  });

  test.each([
    ['throws', throwing, 'invocation_failure', 'no luck', ''],
    ['rejects later', rejecting, 'execution_failure', 'no luck', ''],
    ['says so', reporting, 'failure', 'no data', 'no_action'],
  ] as const)('because it %s has a message in the Java variant', async (_, hook, status, message, action) => {
    const { end, results } = run([group({ bad: hook })], { variant: 'java' });
    await end;
    expect(results()[0]).toMatchObject({ status, message, action });
  });

  test.each([
    ['throws', throwing, new Error('no luck')],
    ['rejects later', rejecting, new Error('no luck')],
    ['answers with junk', () => 7, new Error('a hook must return an object, not number')],
  ] as const)('because it %s is logged once with its stack', async (_, hook, err) => {
    const logged: object[] = [];
    const { end, call } = run([group({ bad: hook, good: add('good') })], { log: { ...silentLog, error: (fields) => logged.push(fields) } });
    await end;
    expect(logged).toEqual([{ err, auction: call.auction.number, module: MODULE, hook: 'bad', stage: 'raw_auction_request' }]);
  });

  test('because it says so is not logged: it is no bug', () => {
    const logged: object[] = [];
    run([group({ bad: reporting })], { log: { ...silentLog, error: (fields) => logged.push(fields) } });
    expect(logged).toEqual([]);
  });

  test('because it is late has the Java variant’s message', async () => {
    const { end, services, results } = run([group({ bad: () => new Promise(() => {}) })], { variant: 'java' });
    services.clock.wind(50);
    await end;
    expect(results()[0]).toMatchObject({ status: 'timeout', message: 'Timed out while executing action', errors: [] });
  });

  test('because it is missing is reported in the Java variant', () => {
    const { call } = run([group({ a: add('a') })], { variant: 'java' });
    const [first] = call.groups;
    const hooks = (first?.hooks ?? []).map((hook) => ({ ...hook, run: undefined }));
    const outcomes = call.log.outcomes.length;
    void runStage({ ...call, groups: [{ timeoutMs: 5, hooks }] }, { list: [] });
    expect(call.log.outcomes[outcomes]?.groups[0]?.results[0]).toMatchObject({
      status: 'invocation_failure',
      message: 'Hook implementation does not exist or disabled',
    });
  });
});

describe('a hook that rejects', () => {
  const reject: BoxHook = (box) => {
    box.list.push('rejected');
    return { reject: true, nbr: 7, message: 'unwanted' };
  };

  test('ends the stage, and the payload stays as it was before its group', () => {
    const { end, results } = run([group({ a: add('a') }), group({ b: add('b'), no: reject, c: add('c') }), group({ d: add('d') })]);
    const message = `Module ${MODULE} (hook: no) rejected request with code 7 at raw_auction_request stage`;
    expect(end).toEqual({ payload: { list: ['start', 'a'] }, changed: true, rejection: { nbr: 7, message } });
    expect(results().map(({ hook }) => hook)).toEqual(['a', 'b', 'no']);
    expect(results()[2]).toMatchObject({ status: 'success', action: 'reject', message: 'unwanted', errors: [message] });
  });

  test('does not wait for the others of its group (Go variant)', async () => {
    const { end } = run([group({ slow: () => new Promise(() => {}), no: async () => ({ reject: true }) })]);
    expect((await end).rejection?.nbr).toBe(0);
  });

  test('lets the others of its group end in the Java variant', async () => {
    const { end, services, results } = run([group({ slow: () => new Promise(() => {}), no: reject })], { variant: 'java' });
    services.clock.wind(50);
    expect((await end).rejection?.nbr).toBe(7);
    expect(results().map(({ hook, errors }) => [hook, errors])).toEqual([
      ['slow', []],
      ['no', []],
    ]);
  });

  test.each([
    [
      'go',
      {
        errors: [
          `Module (name: ${MODULE}, hook code: no) tried to reject request on the all_processed_bid_responses stage that does not support rejection`,
        ],
      },
    ],
    ['java', { message: 'Rejection is not supported during this stage' }],
  ] as const)('is reported at a stage without rejection (%s)', (variant, reported) => {
    const { end, results } = run([group({ no: reject })], { variant, stage: 'all_processed_bid_responses' });
    expect((end as StageEnd<Box>).rejection).toBeUndefined();
    expect(results()[0]).toMatchObject({ status: 'execution_failure', action: '', ...reported });
  });
});

describe("a hook's change", () => {
  test('is reported by its own names', () => {
    const changes = [{ key: ['body', 'tmax'], type: 'update' }];
    const { results } = run([group({ a: () => ({ debug: ['first'], changes }) })]);
    expect(results()[0]?.debug).toEqual(['first', 'Hook mutation successfully applied, affected key: body.tmax, mutation type: update']);
  });

  test('is reported by its paths without names', () => {
    const hook: BoxHook = (box) => {
      box.list[0] = 'other';
      box.note = 1;
    };
    const { results } = run([group({ hook })]);
    expect([...(results()[0]?.debug ?? [])].sort()).toEqual([
      'Hook mutation successfully applied, affected key: list.0, mutation type: update',
      'Hook mutation successfully applied, affected key: note, mutation type: add',
    ]);
    expect(results()[0]?.patches).toContainEqual({ op: 'add', path: ['note'] });
  });

  test('is discarded if its payload is unreadable', () => {
    const hook: BoxHook = (box) => {
      box.list = [];
    };
    const { end, results } = run([group({ hook })], { error: () => 'the list is empty' });
    expect(end).toMatchObject({ payload: { list: ['start'] }, changed: false });
    expect(results()[0]).toMatchObject({
      status: 'execution_failure',
      action: 'update',
      warnings: ['failed to apply hook mutation: the list is empty'],
    });
  });

  test('is discarded if it is not JSON', () => {
    const hook: BoxHook = (box) => {
      box.note = () => 1;
    };
    const { end, results } = run([group({ hook })], { variant: 'java' });
    expect((end as StageEnd<Box>).payload).toEqual({ list: ['start'] });
    expect(results()[0]).toMatchObject({
      status: 'execution_failure',
      message: 'Payload update has thrown an exception: note is not JSON',
    });
  });

  test('is copied: the module cannot reach it afterwards', () => {
    const mine = { deep: { value: 1 } };
    const hook: BoxHook = (box) => {
      box.note = mine;
    };
    const { end } = run([group({ hook })]);
    mine.deep.value = 2;
    expect((end as StageEnd<Box>).payload.note).toEqual({ deep: { value: 1 } });
  });
});

describe('a module', () => {
  test("is followed by a later group that reads the module's memory", () => {
    const seen: unknown[] = [];
    run([
      group({
        a: (box, { memory }) => {
          seen.push(memory);
          return { memory: { list: box.list, a: 1 } };
        },
      }),
      group({
        b: (_, { memory }) => {
          seen.push(memory);
          return { memory: { a: 2 } };
        },
      }),
      group({
        c: (_, { memory }) => {
          seen.push(memory);
        },
      }),
    ]);
    expect(seen).toEqual([{}, { list: ['start'], a: 1 }, { list: ['start'], a: 2 }]);
  });

  test('has a context with stage and remaining time', () => {
    let reported: HookContext | undefined;
    run(
      [
        group(
          {
            a: (_, context) => {
              reported = context;
            },
          },
          30,
        ),
      ],
      { deadlineMs: 20 },
    );
    expect(reported).toMatchObject({
      stage: 'raw_auction_request',
      endpoint: '/openrtb2/auction',
      accountId: '',
      settings: {},
      inventory: 'site',
      isSynced: expect.any(Function),
      requestFor: expect.any(Function),
      hook: 'a',
      memory: {},
      timeoutMs: 20,
      signal: expect.any(AbortSignal),
      debug: false,
      bidder: undefined,
      info: undefined,
    });
  });

  test('may take functions out of its context', () => {
    let seen: unknown[] = [];
    const hook: BoxHook = (_, { isSynced, requestFor }) => {
      seen = [isSynced('appnexus'), requestFor('partner').id];
    };
    const { results } = run([group({ a: hook })]);
    expect(results()[0]).toMatchObject({ status: 'success', errors: [] });
    expect(seen).toEqual([false, anAuction(moduleServices({})).request.id]);
  });

  test('may include reasons for imps without bids', () => {
    const { call } = run([group({ a: () => ({ rejections: { alpha: [{ impId: 'imp-1', reason: 356 }, { impId: 3 }], beta: 'all' } }) })]);
    expect(call.auction.nonBids).toEqual([{ seat: 'alpha', impId: 'imp-1', code: 356, bid: undefined }]);
  });
});
