import { expect, test } from 'vitest';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { bidderServer, bidOnAll, startTestHost } from '#test/helpers/host.ts';

/** `ext.debug` of a host whose account denies user data to bidders in the US. */
async function debugOf(settings: object, trace: string | undefined): Promise<unknown> {
  const partner = await bidderServer((_request, response, body) => response.end(bidOnAll(body)));
  const rules = [{ condition: { geo: ['CAN'] } }, { condition: { geo: ['USA'] }, allow: false }];
  const host = await startTestHost({
    adapters: { generic: { enabled: true, endpoint: partner.origin } },
    account_defaults: { privacy: { allowactivities: { transmitUfpd: { default: true, rules } } } },
    ...settings,
  });
  try {
    const body = {
      id: 'r',
      site: { page: 'https://p.example/', publisher: { id: 'p' } },
      device: { geo: { country: 'USA', region: 'NY' } },
      imp: [{ id: 'i', banner: { w: 300, h: 250 }, ext: { srv: { bidder: { generic: {} } } } }],
      ext: { srv: { trace } },
    };
    const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(body) });
    return ((await response.json()) as BidResponse).ext?.debug;
  } finally {
    await host.stop(0);
    await partner.close();
  }
}

const traceOf = async (trace: string): Promise<unknown[]> => {
  const debug = (await debugOf({ variant: 'java' }, trace)) as { trace: { activity_infrastructure: unknown[] } };
  expect(Object.keys(debug)).toEqual(['trace']);
  return debug.trace.activity_infrastructure;
};

test('a host of the Java variant includes the trace of activity rules on request', async () => {
  const basic = await traceOf('basic');
  expect(basic.slice(3, 8)).toEqual([
    { description: 'activity asked about', activity: 'transmitUfpd' },
    { description: 'default', allow_by_default: true },
    { description: 'rule', result: 'ABSTAIN' },
    { description: 'rule', result: 'DISALLOW' },
    { description: 'answer', activity: 'transmitUfpd', allowed: false },
  ]);
  expect(basic.slice(0, 3)).toEqual([
    { description: 'activity asked about', activity: 'fetchBids' },
    { description: 'default', allow_by_default: true },
    { description: 'answer', activity: 'fetchBids', allowed: true },
  ]);
});

test('the verbose trace includes the rules and their input', async () => {
  const verbose = await traceOf('verbose');
  expect(verbose[3]).toEqual({
    description: 'activity asked about',
    activity: 'transmitUfpd',
    activity_invocation_payload: { component_type: 'bidder', component_name: 'generic', gpp_sid: [], country: 'USA', region: 'NY' },
  });
  expect(verbose[6]).toEqual({
    description: 'rule',
    rule_configuration: { condition: { geo: ['USA'] }, allow: false },
    result: 'DISALLOW',
  });
});

test('other callers get no trace', async () => {
  expect([await debugOf({ variant: 'java' }, undefined), await debugOf({}, 'verbose')]).toEqual([undefined, undefined]);
});
