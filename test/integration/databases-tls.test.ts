/** Databases over TLS with a certificate for an address, and users with passwords. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { openMysql } from '#src/stores/mysql.ts';
import { openPostgres } from '#src/stores/postgres.ts';
import { makeCertificate } from '#test/helpers/certificate.ts';
import { missing, type Server, startMariadb, startPostgres } from './servers.ts';
import { postgresSql } from './topology.ts';

const why = missing('postgres', 'mariadb');
const PASSWORD = 'pä ss:w@rd';

describe.skipIf(why !== undefined)(`connections with TLS${why ? ` (${why})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-databases-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  let postgres: Server;
  let mariadb: Server;

  beforeAll(async () => {
    makeCertificate('database', cert, key, '127.0.0.1');
    [postgres, mariadb] = await Promise.all([startPostgres({ cert, key }), startMariadb({ cert, key })]);
    await postgresSql(postgres)(`create role reader login password '${PASSWORD}'`);
  });
  afterAll(async () => {
    await Promise.all([postgres.remove(), mariadb.remove()]);
    rmSync(folder, { recursive: true });
  });

  /** The cell of a query, or the message of the failure. */
  const read = async (driver: 'postgres' | 'mysql', query: string, over: object): Promise<unknown> => {
    const isPostgres = driver === 'postgres';
    const common = { driver, host: '127.0.0.1', port: (isPostgres ? postgres : mariadb).port, dbname: isPostgres ? 'postgres' : 'stored' };
    const connection = { ...common, user: 'reader', password: PASSWORD, ...over };
    const options = hostSchema.parse({ stored_requests: { database: { connection } } }).stored_requests.database.connection;
    const database = isPostgres ? openPostgres(options) : openMysql(options);
    try {
      return (await database.query({ text: query, values: [] }))[0]?.at(-1);
    } catch (cause) {
      return String(cause);
    } finally {
      await database.close();
    }
  };
  const inPostgres = (over: object) => read('postgres', 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', over);
  const inMariadb = (over: object) => read('mysql', "show status like 'Ssl_version'", over);
  const verified = { tls: { root_cert: cert } };

  test('are encrypted, and verify the address or the name of the server', async () => {
    expect(await inPostgres(verified)).toBe(true);
    expect(await inMariadb(verified)).toMatch(/^TLSv1\.[23]$/);
    const other = { ...verified, host: 'localhost' };
    expect(await inPostgres(other)).toContain("Host: localhost. is not cert's CN");
    expect(await inMariadb(other)).toContain("Host: localhost. is not cert's CN");
  });

  test('verify no name if the settings do not require it', async () => {
    expect(await inPostgres({ ...verified, host: 'localhost', query_string: 'sslmode=verify-ca' })).toBe(true);
    expect(await inPostgres({ host: 'localhost', query_string: 'sslmode=require' })).toBe(true);
    expect(await inMariadb({ host: 'localhost', query_string: 'tls=skip-verify' })).toMatch(/^TLSv1/);
  });

  test('of MySQL are encrypted if that is preferred and offered, otherwise not', async () => {
    const preferred = { query_string: 'tls=preferred' };
    expect(await inMariadb(preferred)).toMatch(/^TLSv1/);
    expect(await inMariadb({})).toBe('');
    const plain = await startMariadb();
    expect(await inMariadb({ ...preferred, port: plain.port })).toBe('');
    expect(await inMariadb({ query_string: 'tls=skip-verify', port: plain.port })).toContain('does not support secure connection');
    await plain.remove();
  });

  test('are rejected with a certificate of no authority', async () => {
    expect(await inPostgres({ query_string: 'sslmode=verify-full' })).toContain('self-signed certificate');
    expect(await inMariadb({ query_string: 'tls=true' })).toContain('self-signed certificate');
  });

  test('are rejected without TLS or with a wrong password if the server requires both', async () => {
    expect(await inPostgres({})).toContain('no pg_hba.conf entry');
    expect(await inPostgres({ ...verified, password: 'another' })).toContain('password authentication failed');
  });
});
