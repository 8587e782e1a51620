import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import type { CallSigner, Signed } from '#src/auction/services.ts';
import type { Outgoing } from '#src/net/transport.ts';
import { type SignedCall, sendCall } from '#streams/signing.ts';
import { aBidder, anAuction, aTask, hostInfo, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';

const request = { ...validRequest(), ext: { srv: { experiment: { adscert: { enabled: true } } } } };
const outgoing = (): Outgoing => ({
  bidder: 'alpha',
  method: 'POST',
  uri: 'https://bidder.example/bid',
  headers: { A: 'b' },
  body: '{}',
  gzip: false,
});

interface Stage {
  readonly services: TestServices;
  readonly auction: Auction;
  readonly call: SignedCall & { state: string };
  /** Ends of calls. */
  readonly ended: string[];
  send(): () => void;
}

function stage(adsCert: CallSigner | undefined, over: Partial<Auction> = {}): Stage {
  const transport = new ScriptedTransport(new WoundClock(), () => ({}));
  const services = testServices({ adsCert, transport });
  const auction = anAuction(services, request, over);
  const task = aTask('sister', request, { core: 'alpha', info: hostInfo({ adsCert: true }), adapter: aBidder('alpha').adapter });
  const call = { running: { task }, state: 'open', isSent: false };
  const ended: string[] = [];
  return { services, auction, call, ended, send: () => sendCall(outgoing(), call, auction, services, ({ kind }) => ended.push(kind)) };
}

const at = (signed: Signed): CallSigner => ({ sign: () => signed });
const sent = ({ services }: Stage): unknown => services.transport.sent.map(({ headers }) => headers);
const warnings = ({ auction }: Stage): unknown => Object.fromEntries(auction.diagnostics.warnings);

/** A signer that responds on command. */
function later(): { readonly signer: CallSigner; report(signed: Signed): Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<Signed>();
  const report = async (signed: Signed): Promise<void> => {
    resolve(signed);
    await promise;
  };
  return { signer: { sign: () => promise }, report };
}

describe('a call', () => {
  test('is sent unchanged if signing is disabled', () => {
    const on = stage(undefined);
    on.send();
    expect(sent(on)).toEqual([{ A: 'b' }]);
    expect(on.services.metrics.expose()).not.toContain('ads_cert');
  });

  test('is signed with its address and its body', () => {
    const signCalls: unknown[] = [];
    const on = stage({
      sign: (...of) => {
        signCalls.push(of);
        return { header: 'signed' };
      },
    });
    on.send();
    expect(signCalls).toEqual([['https://bidder.example/bid', '{}']]);
    expect(sent(on)).toEqual([{ A: 'b', 'X-Ads-Cert-Auth': 'signed' }]);
    expect(warnings(on)).toEqual({});
    expect(on.services.metrics.expose()).toContain('ads_cert_requests{success="ok"} 1');
  });

  test('that cannot be signed causes a warning under the requested name', () => {
    const on = stage(at({ header: 'from=a&status=5', error: 'why not' }));
    on.send();
    expect(sent(on)).toEqual([{ A: 'b', 'X-Ads-Cert-Auth': 'from=a&status=5' }]);
    expect(warnings(on)).toEqual({ sister: [{ code: 0, message: 'AdsCert signer is enabled but cannot sign the request: why not' }] });
    expect(on.services.metrics.expose()).toContain('ads_cert_requests{success="failed"} 1');
  });

  test('waits for a slow signatory', async () => {
    const { signer, report } = later();
    const on = stage(signer);
    on.send();
    expect(sent(on)).toEqual([]);
    await report({ header: 'signed' });
    expect(sent(on)).toEqual([{ A: 'b', 'X-Ads-Cert-Auth': 'signed' }]);
  });

  test('can be cancelled before and after signing', async () => {
    const first = later();
    const early = stage(first.signer);
    early.send()();
    await first.report({ header: 'signed' });
    expect(sent(early)).toEqual([]);
    const second = later();
    const late = stage(second.signer);
    const cancel = late.send();
    await second.report({ header: 'signed' });
    cancel();
    expect(late.services.transport.cancelled).toBe(1);
    expect(late.ended).toEqual([]);
  });

  test('is not sent when it is no longer awaited, and ends', async () => {
    const { signer, report } = later();
    const on = stage(signer);
    on.send();
    on.call.state = 'late';
    await report({ error: 'too late' });
    expect([sent(on), warnings(on), on.ended, on.call.isSent]).toEqual([[], {}, ['failed'], false]);
  });

  test('is sent after the deadline of its auction while it is awaited', async () => {
    const { signer, report } = later();
    const on = stage(signer);
    on.auction.deadlineAt = on.services.clock.now() + 5;
    on.send();
    on.services.clock.wind(5);
    await report({ header: 'signed' });
    expect([sent(on), on.call.isSent]).toEqual([[{ A: 'b', 'X-Ads-Cert-Auth': 'signed' }], true]);
  });
});
