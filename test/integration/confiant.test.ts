/** The ad quality scan with its function in real Redis servers: one that reads, with a password, and one that writes. */
import { createHash } from 'node:crypto';
import { Redis } from 'iovalkey';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectScripts } from '#src/net/redis-scripts.ts';
import { silentLog } from '#src/platform/log.ts';
import { type AuctorProcess, type LocalServer, serve, startAuctor } from './host.ts';
import { missing, type Server, startRedis, until } from './servers.ts';

const why = missing('redis');
const PASSWORD = 'sec:ret@/';

/** Reports bids with `malware`; the server that reads skips bids with `fresh`. */
const SCAN = `
local data = cjson.decode(ARGV[1])
if ARGV[2] ~= 'key' then return '{"code":"301","message":"bad key"}' end
local seats = {}
for _, one in ipairs(data.bresps) do
  local bids = {}
  for _, bid in ipairs(one.bidresponse.seatbid[1].bid) do
    local scan = { tag_key = one.dsp_id, imp_id = bid.impid }
    if ARGV[3] == 'true' and string.find(bid.adm, 'fresh') then scan.ro_skipped = true
    elseif string.find(bid.adm, 'malware') then scan.issues = {{ spec_name = 'malware' }} end
    table.insert(bids, { scan })
  end
  table.insert(seats, bids)
end
return cjson.encode(seats)`;
const HASH = createHash('sha1').update(SCAN).digest('hex');

async function redisOf<T>(server: Server, password: string | undefined, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port: server.port, ...(password === undefined ? {} : { password }) });
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

const install = (server: Server, password?: string): Promise<unknown> =>
  redisOf(server, password, async (redis) => {
    await redis.script('LOAD', SCAN);
    await redis.set('function_submit_bids', HASH);
  });

const plan = {
  groups: [
    {
      timeout: 1000,
      hook_sequence: [{ module_code: 'confiant-ad-quality', hook_impl_code: 'confiant-ad-quality-bid-responses-scan-hook' }],
    },
  ],
};

describe.skipIf(why !== undefined)(`the ad quality scan${why ? ` (${why})` : ''}`, () => {
  let read: Server;
  let write: Server;
  let bidder: LocalServer;

  beforeAll(async () => {
    bidder = await serve((_, body) => {
      const { id, imp } = JSON.parse(body) as { id: string; imp: { id: string }[] };
      const bid = imp.map((one) => ({ id: one.id, impid: one.id, price: 1, adm: one.id, crid: 'c', w: 300, h: 250, mtype: 1 }));
      return { id, cur: 'USD', seatbid: [{ bid }] };
    });
    [read, write] = await Promise.all([startRedis(async () => ['--requirepass', PASSWORD]), startRedis()]);
    await Promise.all([install(read, PASSWORD), install(write)]);
  });
  afterAll(() => Promise.all([read.remove(), write.remove(), bidder.close()]));

  const host = (): Promise<AuctorProcess> =>
    startAuctor({
      variant: 'java',
      adapters: { generic: { enabled: true, endpoint: bidder.url } },
      hooks: {
        enabled: true,
        modules: {
          'confiant-ad-quality': {
            enabled: true,
            'api-key': 'key',
            'redis-config': {
              'read-node': { host: '127.0.0.1', port: read.port, password: PASSWORD },
              'write-node': { host: '127.0.0.1', port: write.port },
            },
            'redis-retry-config': { 'short-interval': 50 },
            'scan-state-check-interval': 100,
          },
        },
        host_execution_plan: { endpoints: { '/openrtb2/auction': { stages: { all_processed_bid_responses: plan } } } },
      },
    });
  const bidsOf = async (auctor: AuctorProcess): Promise<string[]> => {
    const imp = ['clean', 'malware', 'fresh-malware', 'fresh'].map((id) => ({
      id,
      banner: { format: [{ w: 300, h: 250 }] },
      ext: { prebid: { bidder: { generic: {} } } },
    }));
    const { body } = await auctor.post('/openrtb2/auction', { id: 'r', imp, tmax: 10_000, site: { page: 'https://a.example/' } });
    const { seatbid = [] } = JSON.parse(body) as { seatbid?: { bid: { id: string }[] }[] };
    return seatbid.flatMap(({ bid }) => bid.map(({ id }) => id));
  };
  const becomes = (auctor: AuctorProcess, ids: readonly string[]): Promise<void> =>
    until(`bids are ${ids}`, async () => String(await bidsOf(auctor)) === String(ids));
  const logged = (auctor: AuctorProcess, part: string): boolean => auctor.lines.some((line) => line.includes(part));
  const ALL = ['clean', 'malware', 'fresh-malware', 'fresh'];

  test('removes reported bids, obeys the switch of the vendor, and survives outages of the servers', async () => {
    const auctor = await host();
    await becomes(auctor, ['clean', 'fresh']);
    await redisOf(read, PASSWORD, (redis) => redis.set('scan-disabled', 'True'));
    await becomes(auctor, ALL);
    await redisOf(read, PASSWORD, (redis) => redis.del('scan-disabled'));
    await becomes(auctor, ['clean', 'fresh']);

    await read.kill();
    expect(await bidsOf(auctor)).toEqual(ALL);
    await read.start();
    await install(read, PASSWORD);
    await becomes(auctor, ['clean', 'fresh']);

    await write.kill();
    expect(await bidsOf(auctor)).toEqual(ALL);
    await write.start();
    await until('the script is missing', async () => (await bidsOf(auctor)).length === 4 && logged(auctor, 'ad scan failed'));
    await install(write);
    await becomes(auctor, ['clean', 'fresh']);

    read.pause();
    expect(await bidsOf(auctor)).toEqual(ALL);
    read.resume();
    await becomes(auctor, ['clean', 'fresh']);
    await auctor.stop();
  });

  test('has no connection with a wrong password, which the log names', async () => {
    const reasons: string[] = [];
    const log = { ...silentLog, warn: (fields: object) => void reasons.push(String((fields as { failure?: Error }).failure)) };
    const server = { host: '127.0.0.1', port: read.port, password: 'another', retryDelay: () => 20 };
    const connection = await connectScripts(server, log);
    await until('it is logged', () => reasons.length > 0);
    expect([reasons[0], connection.isReady]).toEqual([expect.stringContaining('WRONGPASS'), false]);
    await expect(connection.get('scan-disabled')).rejects.toThrow();
    connection.close();
  });

  test('gives up the connection to a server that hangs, and rejects commands beyond a limit', async () => {
    const server = { host: '127.0.0.1', port: write.port, password: '', retryDelay: () => 20 };
    const connection = await connectScripts(server, silentLog, 300);
    await until('it is connected', () => connection.isReady);
    write.pause();
    const waiting = Array.from({ length: 1000 }, () => connection.get('key'));
    await expect(connection.get('key')).rejects.toThrow('too many commands in flight');
    const results = await Promise.allSettled(waiting);
    expect(results.filter(({ status }) => status === 'rejected').length).toBe(1000);
    expect(connection.isReady).toBe(false);
    write.resume();
    await until('it is connected again', () => connection.isReady);
    expect(await connection.get('function_submit_bids')).toBe(HASH);
    connection.close();
  });
});
