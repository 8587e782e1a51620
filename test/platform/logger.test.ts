/** Lines of the log. */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { ConfigError } from '#src/config/config-error.ts';
import { hostSchema } from '#src/config/schema.ts';
import { loggedError, loggedFailure } from '#src/platform/error-class.ts';
import { createLogger } from '#src/platform/logger.ts';

const withCode = (code: string, message = 'failed'): Error => Object.assign(new Error(message), { code });

test.each([
  [withCode('ECONNREFUSED'), { class: 'network', type: 'Error', message: 'failed', code: 'ECONNREFUSED' }],
  [withCode('UND_ERR_CONNECT_TIMEOUT'), { class: 'timeout', type: 'Error', message: 'failed', code: 'UND_ERR_CONNECT_TIMEOUT' }],
  [withCode('ENOSPC'), { class: 'system', type: 'Error', message: 'failed', code: 'ENOSPC' }],
  [new ConfigError(['port: wrong']), { class: 'settings', type: 'ConfigError', message: expect.stringContaining('port: wrong') }],
  [
    new TypeError('fetch failed', { cause: withCode('ENOTFOUND', 'no such host') }),
    { class: 'network', type: 'TypeError', message: 'fetch failed: no such host', code: 'ENOTFOUND' },
  ],
])('the expected error %s has a class and no stack trace', (error, logged) => {
  expect(loggedError(error)).toEqual(logged);
});

test('errors that wrap others end with the message of the innermost one', () => {
  const refused = Object.assign(new Error('Connection to kafka:9092 failed.'), { cause: withCode('ECONNREFUSED', 'connect ECONNREFUSED') });
  const several = new AggregateError([refused, new Error('other')], 'Cannot connect to any broker.');
  const message = 'Cannot connect to any broker: Connection to kafka:9092 failed: connect ECONNREFUSED';
  expect(loggedFailure(several)).toEqual({ class: 'network', type: 'AggregateError', message, code: 'ECONNREFUSED' });
  expect(loggedFailure(new AggregateError([refused]))).toMatchObject({ message: message.slice(message.indexOf('Connection')) });
  expect(loggedFailure(new AggregateError([], 'none'))).toEqual({ class: 'service', type: 'AggregateError', message: 'none' });
});

test('only a bug has a stack trace', () => {
  const bug = new TypeError('x is not a function');
  expect(loggedError(bug)).toEqual({ class: 'bug', type: 'TypeError', message: 'x is not a function', stack: bug.stack });
  expect(loggedFailure(bug)).toEqual(loggedError(bug));
  expect(loggedFailure(new Error('status 500'))).toEqual({ class: 'service', type: 'Error', message: 'status 500' });
  expect(loggedFailure(new SyntaxError('malformed'))).toEqual({ class: 'service', type: 'SyntaxError', message: 'malformed' });
});

test('a line names level, time, service and version', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { log, tracing } = hostSchema.parse({ log: { level: 'warn' }, tracing: { service_name: 'bids' } });
  const logger = createLogger({ log, tracing }, { version: '1.2.3', worker: 4 }, [{ stream }]);
  logger.info('not logged');
  logger.warn({ failure: withCode('EPIPE') }, 'a call failed');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    {
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: 'bids',
      version: '1.2.3',
      pid: process.pid,
      worker: 4,
      failure: { class: 'network', type: 'Error', message: 'failed', code: 'EPIPE' },
      msg: 'a call failed',
    },
  ]);
});
