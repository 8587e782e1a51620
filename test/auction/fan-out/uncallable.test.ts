import { expect, test } from 'vitest';
import { reportUncallable } from '#src/auction/fan-out/uncallable.ts';
import { unlimited } from '#src/auction/privacy/decision.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { BIDDERS } from '#test/helpers/ingest.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

const removed = makeRegistry([], testServices().config, { now: () => 0, random: () => 0n, uuid: () => '', version: '' });
const known = registryOf(...BIDDERS);
const bidders = {
  ...known,
  disabledMessage: (code: string) => (code === 'white' ? 'Bidder "white" can only be aliased.' : removed.disabledMessage(code)),
};

/** The error of a bidder that cannot be called for two imps. */
function reported(bidder: string, { variant = 'java' as 'go' | 'java', blocked = false } = {}) {
  const services = testServices({ bidders, settings: { variant } });
  const auction = anAuction(services);
  auction.aliases.set('alias', 'off');
  auction.privacy.set(bidder, { ...unlimited, mayCall: !blocked });
  reportUncallable(auction, services, bidder, ['a', 'b']);
  return { errors: auction.diagnostics.errors.get(bidder), left: auction.nonBids };
}

const textOf = (bidder: string) => reported(bidder).errors?.map(({ message }) => message);

test('a disabled bidder has its own error', () => {
  const message =
    'off is not configured properly on this auctor deploy.\nIf you believe this should work, contact the company hosting the service and tell them to check their configuration.';
  expect(reported('off')).toEqual({
    errors: [{ code: 2, message }],
    left: [
      { seat: 'off', impId: 'a', code: 100 },
      { seat: 'off', impId: 'b', code: 100 },
    ],
  });
  expect(textOf('OFF')).toEqual([message]);
  expect(textOf('alias')).toEqual([message]);
  expect(textOf('white')).toEqual(['Bidder "white" can only be aliased.']);
});

test('the error of a removed bidder names its replacement, if there is one', () => {
  expect(textOf('liftoff')).toEqual(['liftoff has been deprecated and is no longer available. Use vungle instead.']);
  expect(textOf('YSSP')).toEqual(['yssp has been deprecated and is no longer available. Use yahooAds instead.']);
  expect(textOf('groupm')).toEqual(['Bidder "groupm" is no longer available in auctor. Please update your configuration.']);
});

test('unknown bidders, blocked bidders and callers of the Go variant get no error', () => {
  for (const silent of [reported('nobody'), reported('off', { blocked: true }), reported('off', { variant: 'go' })]) {
    expect(silent).toEqual({ errors: undefined, left: [] });
  }
});
