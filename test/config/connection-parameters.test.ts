import { expect, test } from 'vitest';
import { mysqlParameters, parameterErrors, postgresParameters } from '#src/config/connection-parameters.ts';

test('PostgreSQL: TLS and timeout are the client’s, the rest is sent to the server', () => {
  expect(postgresParameters('?sslmode=verify-ca&connect_timeout=10&binary_parameters=yes&search_path=x', undefined)).toEqual({
    tls: 'authority',
    connectTimeoutMs: 10_000,
    session: { search_path: 'x' },
  });
  expect(postgresParameters('fallback_application_name=a', undefined).session).toEqual({ application_name: 'a' });
  const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
  expect(modes.map((mode) => postgresParameters(`sslmode=${mode}`, undefined).tls)).toEqual([
    ...['none', 'none', 'prefer', 'unverified', 'authority', 'full'],
  ]);
});

test('the host’s prescribed TLS precedes that of PostgreSQL, unless a verified one is required anyway', () => {
  expect(postgresParameters('sslmode=require', 'disabled').tls).toBe('none');
  expect(postgresParameters('', 'preferred').tls).toBe('prefer');
  expect(postgresParameters('', 'required').tls).toBe('unverified');
  expect(postgresParameters('sslmode=verify-full', 'required').tls).toBe('full');
});

test('MySQL: names of the Go variant’s driver configure the client, variables the session', () => {
  expect(mysqlParameters('charset=utf8mb4,utf8&parseTime=true&loc=UTC&tls=true&timeout=5s&sql_mode=%27ANSI%27', undefined)).toEqual({
    tls: 'full',
    connectTimeoutMs: 5000,
    charset: 'utf8mb4',
    session: { sql_mode: "'ANSI'" },
  });
  const modes = ['false', 'true', 'skip-verify', 'preferred'];
  expect(modes.map((mode) => mysqlParameters(`tls=${mode}`, undefined).tls)).toEqual(['none', 'full', 'unverified', 'prefer']);
  expect(modes.map((mode) => mysqlParameters(`tls=${mode}`, 'preferred').tls)).toEqual(['prefer', 'full', 'unverified', 'prefer']);
  expect(modes.map((mode) => mysqlParameters(`tls=${mode}`, 'required').tls)).toEqual(['unverified', 'full', 'unverified', 'unverified']);
  expect(mysqlParameters('collation=utf8mb4_unicode_ci', 'required')).toMatchObject({ charset: 'utf8mb4_unicode_ci', tls: 'unverified' });
});

test('unknown words and names are errors', () => {
  expect(parameterErrors('postgres', 'sslmode=on&sslrootcert=/x')).toEqual([
    'sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full, not on',
    'sslrootcert belongs in tls.root_cert',
  ]);
  expect(parameterErrors('mysql', 'tls=custom&fooBar=1&sql_mode=ANSI')).toEqual([
    'tls must be one of true, false, skip-verify, preferred, not custom',
    'fooBar is no parameter of this driver and no variable of the server',
  ]);
  expect(parameterErrors('postgres', 'sslmode=require&search_path=x')).toEqual([]);
});
