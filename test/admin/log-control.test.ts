import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerLogControl } from '#src/admin/log-control.ts';
import { LogLevels, levelled } from '#src/admin/log-levels.ts';
import { LogObserver } from '#src/admin/log-observer.ts';
import { readInteractions } from '#src/admin/log-parameters.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/platform/log.ts';
import type { PeerMessage } from '#src/platform/peers.ts';
import { EventBus } from '#streams/events.ts';
import { WoundClock } from '#test/helpers/clock.ts';

function host(settings: HostConfigInput = {}) {
  const [bus, clock, admin] = [new EventBus(), new WoundClock(), Fastify()];
  const log = { ...silentLog, level: 'warn' };
  const reported: PeerMessage[] = [];
  let onMessage: (message: PeerMessage) => void = () => {};
  const peers = {
    singleProcess: false,
    broadcast: (message: PeerMessage) => void reported.push(message),
    listen(listener: (message: PeerMessage) => void) {
      onMessage = listener;
      return () => {};
    },
  };
  const observe = new LogObserver({ bus, log, clock, maxBodyBytes: 0 });
  const stop = registerLogControl(admin, {
    observe,
    levels: new LogLevels(levelled(log), clock),
    peers,
    limits: hostSchema.parse(settings).logging,
  });
  const call = async (url: string, form?: string) => {
    const headers = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await admin.inject({ method: form === undefined ? 'GET' : 'POST', url, headers, ...(form && { payload: form }) });
    return [response.statusCode, response.body];
  };
  return { bus, clock, log, reported, call, stop, onMessage: (message: PeerMessage) => onMessage(message) };
}

test('a trace is requested by query or form, and forwarded to the other workers', async () => {
  const { call, bus, clock, reported } = host();
  expect(await call('/pbs-admin/tracelog', 'level=error&duration=1000&account=1001&bidderCode=magnite')).toEqual([200, '']);
  expect(bus.hasSubscribers('auction') && bus.hasSubscribers('bidder')).toBe(true);
  expect(reported).toEqual([
    { subject: 'logging', path: '/pbs-admin/tracelog', parameters: 'bidderCode=magnite&account=1001&duration=1000&level=error' },
  ]);
  clock.wind(1000);
  expect(bus.hasSubscribers('auction')).toBe(false);
  expect(await call('/pbs-admin/tracelog?level=INFO&duration=1&bidderCode=b')).toEqual([200, '']);
});

test('invalid trace parameters are reported', async () => {
  const { call, reported } = host();
  const text = (query: string) => call(`/pbs-admin/tracelog?${query}`);
  expect(await text('level=error&duration=1000')).toEqual([400, 'At least one parameter should be defined: account, bidderCode']);
  expect(await text('account=a&level=error')).toEqual([400, 'duration parameter should be defined']);
  expect(await text('account=a&level=loud&duration=10')).toEqual([400, 'Invalid parameter: Invalid LoggingLevel: loud']);
  expect(await text('account=a&duration=10')).toEqual([400, 'Invalid parameter: Invalid LoggingLevel: null']);
  expect(await text('account=a&level=error&duration=1s')).toEqual([400, 'duration parameter should be defined as integer, but was 1s']);
  expect(await text('account=a&level=error&duration=300001')).toEqual([400, 'Invalid parameter: duration must be between 1 and 300000']);
  expect(reported).toEqual([]);
});

test('requests with responses are logged up to a limit', async () => {
  const { call, bus } = host();
  const text = (query: string) => call(`/logging/httpinteraction?${query}`);
  expect(await text('endpoint=video&limit=1')).toEqual([400, "Invalid 'endpoint' parameter value, allowed values '[auction, amp]'"]);
  expect(await text('statusCode=600&limit=1')).toEqual([400, "Parameter 'statusCode' must be between 200 and 500"]);
  expect(await text('statusCode=ok&limit=1')).toEqual([400, "Invalid 'statusCode' parameter value"]);
  expect(await text('account=a')).toEqual([400, "Missing required parameter 'limit'"]);
  expect(await text('limit=many')).toEqual([400, "Invalid 'limit' parameter value"]);
  expect(await text('limit=10001')).toEqual([400, "Parameter 'limit' must be between 1 and 10000"]);
  expect(bus.hasSubscribers('auction')).toBe(false);
  expect(await text('endpoint=amp&statusCode=200&account=a&limit=1')).toEqual([200, '']);
  expect(bus.hasSubscribers('auction')).toBe(true);
  const all = { endpoint: 'amp', statusCode: '204', account: 'a', bidder: 'b', limit: '7' };
  const read = { endpoint: 'amp', status: 204, account: 'a', bidder: 'b', limit: 7 };
  expect(readInteractions(all, hostSchema.parse({}).logging)).toEqual({ value: read });
});

test('the log level changes for a limited time', async () => {
  const { call, log, clock } = host();
  expect(await call('/logging/changelevel?level=debug&duration=1000')).toEqual([200, '']);
  expect(log.level).toBe('debug');
  clock.wind(500);
  await call('/logging/changelevel', 'level=error&duration=1000');
  clock.wind(900);
  expect(log.level).toBe('error');
  clock.wind(100);
  expect(log.level).toBe('warn');
  const text = (query: string) => call(`/logging/changelevel?${query}`);
  expect(await text('duration=1')).toEqual([400, "Missing required parameter 'level'"]);
  expect(await text('level=off&duration=1')).toEqual([400, "Invalid 'level' parameter value, allowed values '[error, warn, info, debug]'"]);
  expect(await text('level=info')).toEqual([400, "Missing required parameter 'duration'"]);
  expect(await text('level=info&duration=1.5')).toEqual([400, "Invalid 'duration' parameter value"]);
  expect(await text('level=info&duration=60001')).toEqual([400, "Parameter 'duration' must be between 1 and 60000"]);
});

test('the host limits the parameters', async () => {
  const { call } = host({ logging: { http_interaction: { max_limit: 5 }, change_level: { max_duration_ms: 9 } } });
  expect(await call('/logging/httpinteraction?limit=6')).toEqual([400, "Parameter 'limit' must be between 1 and 5"]);
  expect(await call('/logging/changelevel?level=info&duration=10')).toEqual([400, "Parameter 'duration' must be between 1 and 9"]);
});

test('changes of other workers are applied, and everything is restored at the end', () => {
  const { onMessage, log, bus, stop, reported } = host();
  onMessage({ subject: 'logging', path: '/logging/changelevel', parameters: 'level=debug&duration=1000' });
  onMessage({ subject: 'logging', path: '/logging/httpinteraction', parameters: 'limit=1' });
  onMessage({ subject: 'logging', path: '/elsewhere' });
  onMessage({ subject: 'stored-data', path: '/pbs-admin/tracelog', parameters: 'account=a&level=info&duration=1' });
  expect([log.level, bus.hasSubscribers('auction'), bus.hasSubscribers('bidder'), reported]).toEqual(['debug', true, false, []]);
  stop();
  expect([log.level, bus.hasSubscribers('auction')]).toEqual(['warn', false]);
});

test('a log without a level is unchanged', () => {
  const clock = new WoundClock();
  const levels = new LogLevels(levelled(silentLog), clock);
  levels.change({ level: 'debug', durationMs: 10 });
  levels.restore();
  expect(clock.pending).toBe(0);
});
