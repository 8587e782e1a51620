import { beforeEach, describe, expect, test } from 'vitest';
import { BreakingTransport } from '#src/net/breaking-transport.ts';
import type { Exchanged } from '#src/net/transport.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { type Scripted, ScriptedTransport } from '#test/helpers/transport.ts';

const OPTIONS = { enabled: true, opening_threshold: 2, opening_interval_ms: 1000, closing_interval_ms: 5000, idle_expire_hours: 1 };
const LOST: Scripted = { failure: { failure: 'unreachable', message: 'gone' } };
const OPEN = { kind: 'failed', failure: 'other', message: 'circuit breaker of a.example:81 is open' };

describe('calls to hosts with circuit breakers', () => {
  let clock: WoundClock;
  let metrics: MetricsRegistry;
  let scripted: Scripted | undefined;
  let inner: ScriptedTransport;
  let transport: BreakingTransport;
  beforeEach(() => {
    clock = new WoundClock();
    metrics = new MetricsRegistry();
    scripted = { response: { status: 200, body: '{}' } };
    inner = new ScriptedTransport(clock, () => scripted);
    transport = new BreakingTransport(inner, OPTIONS, { clock, log: silentLog, metrics });
  });

  const outgoing = (uri: string) => ({ bidder: 'alpha', method: 'POST' as const, uri, headers: {}, gzip: false });

  async function call(uri = 'http://a.example:81/bid'): Promise<Exchanged> {
    const ended = new Promise<Exchanged>((resolve) => transport.send(outgoing(uri), resolve));
    clock.wind(1);
    return ended;
  }
  const callTwice = async (): Promise<void> => {
    await call();
    await call();
  };

  test('fail at once after failures within the interval', async () => {
    scripted = LOST;
    await callTwice();
    expect([await call(), inner.sent.length]).toEqual([OPEN, 2]);
    expect(nonZero(metrics.expose())).toEqual({ http_circuit_breaker_opened: 1 });
  });

  test('go on after failures further apart, or with a success between them', async () => {
    scripted = LOST;
    await call();
    clock.wind(1001);
    await call();
    scripted = { response: { status: 500, body: '' } };
    await call();
    scripted = LOST;
    await call();
    expect([(await call()).kind, inner.sent.length]).toEqual(['failed', 5]);
  });

  test('are tried once after the pause: a success closes the breaker, a failure starts another pause', async () => {
    scripted = LOST;
    await callTwice();
    clock.wind(5000);
    await call();
    expect(await call()).toEqual(OPEN);
    clock.wind(5000);
    scripted = { response: { status: 204, body: '' } };
    await call();
    await callTwice();
    expect(inner.sent.length).toBe(6);
  });

  test('of other hosts are not affected', async () => {
    scripted = LOST;
    await callTwice();
    await call('https://b.example/bid');
    expect(inner.sent.length).toBe(3);
  });

  test('count as failed if cancelled for lateness, but not if cancelled for another reason', async () => {
    scripted = undefined;
    for (const isLate of [undefined, undefined, true]) transport.send(outgoing('http://a.example:81/'), () => {})(isLate);
    scripted = LOST;
    await call();
    expect([await call(), inner.cancelled]).toEqual([OPEN, 3]);
  });

  test('free the try after a pause if it is cancelled', async () => {
    scripted = LOST;
    await callTwice();
    clock.wind(5000);
    scripted = undefined;
    transport.send(outgoing('http://a.example:81/'), () => {})();
    scripted = { response: { status: 200, body: '' } };
    expect((await call()).kind).toBe('response');
  });

  test('that are cancelled before the rejection is reported report nothing', async () => {
    scripted = LOST;
    await callTwice();
    const reported: Exchanged[] = [];
    transport.send(outgoing('http://a.example:81/'), (exchanged) => reported.push(exchanged))();
    await Promise.resolve();
    expect(reported).toEqual([]);
  });

  test('close with the calls behind them', async () => {
    await expect(transport.close()).resolves.toBeUndefined();
  });
});
