/** The documented way from a tap to Parquet, run as a program where `.ci/prepare.sh --tests` installed DuckDB. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validRequest } from '#test/helpers/auction.ts';
import { bidderServer, bidOnAll, startTestHost } from '#test/helpers/host.ts';

const PACKAGES = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'auctor/duckdb-1.5.6/node_modules');
const PROGRAM = join(import.meta.dirname, '../../docs/taps/parquet.js');
const QUERY = `const { DuckDBInstance } = await import('@duckdb/node-api');
const duck = await (await DuckDBInstance.create()).connect();
console.log(JSON.stringify((await duck.runAndReadAll(process.argv[1])).getRowsJson()));`;

/** Rows of a query, in a process of its own: DuckDB is native code. */
function query(folder: string, sql: string): unknown {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', QUERY, sql], { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout);
}

const isAbsent = !existsSync(PACKAGES);

test.skipIf(isAbsent)(`events of a tap are written as Parquet${isAbsent ? ' (DuckDB is not installed)' : ''}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-parquet-'));
  copyFileSync(PROGRAM, join(folder, 'parquet.js'));
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  const bidder = await bidderServer((_request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bidOnAll(body));
  });
  const adapters = { one: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } };
  const host = await startTestHost({ adapters, taps: { flush_ms: 5 } });
  const file = join(folder, 'auctions.parquet');
  const child = spawn(process.execPath, ['parquet.js', `${host.adminOrigin.replace('http', 'ws')}/taps?kinds=auction`, '3', file], {
    cwd: folder,
  });
  const ended = once(child, 'exit');
  let isEnded = false;
  child.once('exit', () => {
    isEnded = true;
  });
  try {
    while (!isEnded) {
      const body = JSON.stringify({ ...validRequest(['one']), id: 'to-parquet' });
      await (await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body })).text();
      await new Promise(setImmediate);
    }
    expect(await ended).toEqual([0, null]);
    const sql = `SELECT count(*)::INT, min(request), min(data.status)::INT, sum(len(data.bids))::INT FROM read_parquet('${file}')`;
    expect(query(folder, sql)).toEqual([[3, 'to-parquet', 200, 3]]);
  } finally {
    child.kill('SIGKILL');
    await host.stop(0);
    await bidder.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
