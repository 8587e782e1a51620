/** Hostile clients: no crash, no hang, the right statuses, bounded memory, and good requests beside them are served. */
import { connect, type Socket } from 'node:net';
import { seededRandom } from '#src/lang/seeded-random.ts';
import { peakRssMb, start } from '../process.ts';
import { exchange } from './exchange.ts';
import { GOOD_REQUEST, startGoodRequests } from './good-requests.ts';
import { startHost } from './host.ts';
import { ATTACKS, type Attack } from './hostile-requests.ts';
import { mutated } from './mutations.ts';
import { MAX_RSS_MB } from './overload.ts';
import { type Check, mb, none } from './report.ts';

/** Attacks at once. */
const AT_ONCE = 8;
const MAX_CONNECTIONS = 400;
const FLOOD = 1000;
/** Mutated requests per second of the attack. */
const MUTATIONS_PER_SECOND = 100;
const SEED = 1;
/** Response to a slow client. */
const SLOW = '408';
const TRIES = 3;
/** Statuses of mutated requests: 503 only if their stored data is not there. */
const STATUSES = ['200', '400', '413'];

const SETTINGS = {
  header_timeout_ms: 800,
  request_timeout_ms: 1500,
  admission: { max_wait_ms: 60_000, max_connections: MAX_CONNECTIONS },
} as const;

/** Runs `work` for every item, some at once. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** What came of an attack. On a busy machine a client that is not meant to be slow may be: then it tries again. */
async function outcomeOf(port: number, attack: Attack): Promise<string> {
  let measured = SLOW;
  for (let i = 0; i < TRIES && measured === SLOW; i++) {
    measured = await exchange(port, attack);
    if (attack.wanted.includes(measured)) break;
  }
  return measured;
}

async function attacks(port: number): Promise<Check[]> {
  const checks: Check[] = [];
  await forEach(ATTACKS, async (attack) => {
    const measured = await outcomeOf(port, attack);
    const [wanted, passed] = [attack.wanted.join(' or '), attack.wanted.includes(measured)];
    checks.push({ name: `client: ${attack.name}`, measured: measured.slice(0, 40), wanted: wanted.slice(0, 40), passed });
  });
  return checks;
}

async function mutations(port: number, count: number): Promise<Check> {
  const random = seededRandom(SEED);
  const wrong = new Set<string>();
  await forEach(
    Array.from({ length: count }, () => mutated(GOOD_REQUEST, random)),
    async (body) => {
      const head = `POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
      const status = await exchange(port, { bytes: head + body });
      if (!STATUSES.includes(status)) wrong.add(`${status} ${body.slice(0, 300)}`);
    },
  );
  for (const each of wrong) console.error(`hostile: ${each}`);
  return none(`client: ${count} mutated requests, other than ${STATUSES.join(', ')}`, wrong.size);
}

/** More connections than the host accepts, which then send nothing: those beyond its limit are closed. */
async function flood(port: number): Promise<Check> {
  const sockets: Socket[] = [];
  let closed = 0;
  await new Promise<void>((resolve) => {
    for (let i = 0; i < FLOOD; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.once('close', () => ++closed === FLOOD && resolve());
      socket.resume();
      sockets.push(socket);
    }
  });
  return { name: `client: ${FLOOD} idle connections, closed`, measured: String(closed), wanted: String(FLOOD), passed: closed === FLOOD };
}

/** @param seconds of mutated requests */
export async function hostile(seconds: number): Promise<Check[]> {
  const bidders = await start('chaos/cheap-bidders.ts', ['1']);
  const host = await startHost({ good: `http://127.0.0.1:${bidders.hello['port']}/delay/1` }, SETTINGS);
  const port = Number(host.hello['port']);
  const good = startGoodRequests({ port });
  const checks = await attacks(port);
  checks.push(await mutations(port, Math.ceil(seconds * MUTATIONS_PER_SECOND)), await flood(port));
  const served = good.served;
  await good.stop();
  for (const failure of good.failures) console.error(`hostile: a good request got ${failure}`);
  const peak = peakRssMb(host.child.pid ?? 0);
  checks.push(
    none('good requests beside them without their bid', good.failures.length),
    { name: 'good requests beside them', measured: String(served), wanted: 'some', passed: served > 0 },
    { name: 'resident memory, peak', measured: mb(peak), wanted: `≤ ${MAX_RSS_MB} MB`, passed: peak <= MAX_RSS_MB },
    { name: 'the host after all', measured: String(host.child.exitCode), wanted: 'null', passed: host.child.exitCode === null },
  );
  await Promise.all([host.stop(), bidders.stop()]);
  return checks;
}
