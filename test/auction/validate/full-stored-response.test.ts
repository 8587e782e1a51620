import { describe, expect, test } from 'vitest';
import type { Found } from '#src/auction/stored-data.ts';
import { fullStoredResponse } from '#src/auction/validate/full-stored-response.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const seats = [{ seat: 'alpha', bid: [{ id: 'b', impid: 'i', price: 1 }] }];
const SKIPPED = { code: 999, message: 'no auction. response defined by storedauctionresponse' };

const auctionWith = (storedauctionresponse: unknown, services = testServices()) =>
  anAuction(services, { ...validRequest(), ext: { srv: { storedauctionresponse } as RequestSrv } });

const storing = (documents: ReadonlyMap<string, string>, errors: readonly string[] = [], missing?: boolean) => {
  const found: Found = { documents, errors, missing };
  return testServices({ stored: { find: () => found, category: () => undefined } });
};

async function run(stored: unknown, services = testServices()) {
  const auction = auctionWith(stored, services);
  await fullStoredResponse(auction, services);
  return { seats: auction.fullStoredResponse, warnings: auction.diagnostics.warnings.get('srv') };
}

describe('fullStoredResponse', () => {
  test('continues the auction if nothing is stored', async () => {
    for (const stored of [undefined, {}, { id: '' }, 'text']) expect(await run(stored)).toEqual({ seats: undefined, warnings: undefined });
  });

  test('prefers seats in the request itself to an id', async () => {
    expect(await run({ id: 'x', seatbidarr: seats })).toEqual({ seats, warnings: [SKIPPED] });
  });

  test('reads seats from storage', async () => {
    expect(await run({ id: 'x' }, storing(new Map([['x', JSON.stringify(seats)]])))).toEqual({ seats, warnings: [SKIPPED] });
  });

  test('coerces an id that is a number and a single seat in the Java variant', async () => {
    const settings = { variant: 'java' } as const;
    expect(await run({ seatbidarr: seats[0] }, testServices({ settings }))).toEqual({ seats, warnings: [SKIPPED] });
    const find = (_kind: unknown, ids: readonly string[]): Found => ({
      documents: new Map([[ids[0] ?? '', JSON.stringify(seats)]]),
      errors: [],
    });
    const stored = { find, category: () => undefined };
    expect(await run({ id: 7 }, testServices({ settings, stored }))).toEqual({ seats, warnings: [SKIPPED] });
    expect(await run({ id: 7 }, testServices({ stored }))).toEqual({ seats: undefined, warnings: undefined });
  });

  test('waits for a remote store', async () => {
    const found = Promise.resolve({ documents: new Map([['x', JSON.stringify(seats)]]), errors: [] });
    const services = testServices({ stored: { find: () => found, category: () => undefined } });
    const auction = auctionWith({ id: 'x' }, services);
    auction.deadlineAt = services.clock.now() + 100;
    const wait = fullStoredResponse(auction, services);
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    expect(auction.fullStoredResponse).toEqual(seats);
  });

  test.each([
    ['nothing is found', { id: 'x' }, storing(new Map()), 'Failed to fetch stored auction response for storedAuctionResponse id = x.'],
    [
      'the store does not have it',
      { id: 'x' },
      storing(new Map(), ['No stored response found for id: x'], true),
      'Failed to fetch stored auction response for storedAuctionResponse id = x.',
    ],
    ['the store fails', { id: 'x' }, storing(new Map(), ['it burns']), 'Stored response fetching failed with reason: it burns'],
    ['the text is no JSON', { id: 'x' }, storing(new Map([['x', '[']])), "Can't parse Json for stored response with id x"],
    ['it is no list', { seatbidarr: {} }, testServices(), "Seat can't be empty in stored response seatBid"],
    ['it is a list in an object', { seatbidarr: seats[0] }, testServices(), "SeatBid can't be null in stored response"],
    ['a seat is null', { seatbidarr: [null] }, testServices(), "SeatBid can't be null in stored response"],
    ['a seat has no name', { seatbidarr: [{ bid: [1] }] }, testServices(), "Seat can't be empty in stored response seatBid"],
    [
      'a seat has no bid',
      { seatbidarr: [{ seat: 'a', bid: [] }] },
      testServices(),
      'There must be at least one bid in stored response seatBid',
    ],
  ])('responds empty with a warning if %s', async (_, stored, services, message) => {
    expect(await run(stored, services)).toEqual({ seats: [], warnings: [{ code: 999, message }, SKIPPED] });
  });

  test('fetches only once', () => {
    const auction = auctionWith({ seatbidarr: seats });
    auction.fullStoredResponse = [];
    void fullStoredResponse(auction, testServices());
    expect(auction.fullStoredResponse).toEqual([]);
  });
});
