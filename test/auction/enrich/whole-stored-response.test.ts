import { describe, expect, test } from 'vitest';
import { wholeStoredResponse } from '#src/auction/enrich/whole-stored-response.ts';
import type { Found } from '#src/auction/services.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const seats = [{ seat: 'alpha', bid: [{ id: 'b', impid: 'i', price: 1 }] }];
const SKIPPED = { code: 999, message: 'no auction. response defined by storedauctionresponse' };

const auctionWith = (storedauctionresponse: unknown, services = testServices()) =>
  anAuction(services, { ...validRequest(), ext: { srv: { storedauctionresponse } as RequestSrv } });

const storing = (texts: ReadonlyMap<string, string>, errors: readonly string[] = []) => {
  const found: Found = { texts, errors };
  return testServices({ stored: { find: () => found, category: () => undefined } });
};

async function run(stored: unknown, services = testServices()) {
  const auction = auctionWith(stored, services);
  await wholeStoredResponse(auction, services);
  return { seats: auction.wholeStoredResponse, warnings: auction.findings.warnings.get('srv') };
}

describe('wholeStoredResponse', () => {
  test('goes on with the auction where nothing is stored', async () => {
    for (const stored of [undefined, {}, { id: '' }, 'text']) expect(await run(stored)).toEqual({ seats: undefined, warnings: undefined });
  });

  test('takes seats from the request itself before an id', async () => {
    expect(await run({ id: 'x', seatbidarr: seats })).toEqual({ seats, warnings: [SKIPPED] });
  });

  test('takes seats from storage', async () => {
    expect(await run({ id: 'x' }, storing(new Map([['x', JSON.stringify(seats)]])))).toEqual({ seats, warnings: [SKIPPED] });
  });

  test('waits for a store that has to ask', async () => {
    const found = Promise.resolve({ texts: new Map([['x', JSON.stringify(seats)]]), errors: [] });
    const services = testServices({ stored: { find: () => found, category: () => undefined } });
    const auction = auctionWith({ id: 'x' }, services);
    auction.deadlineAt = services.clock.now() + 100;
    const wait = wholeStoredResponse(auction, services);
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    expect(auction.wholeStoredResponse).toEqual(seats);
  });

  test.each([
    ['nothing is found', { id: 'x' }, storing(new Map()), 'Failed to fetch stored auction response for storedAuctionResponse id = x.'],
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
  ])('answers empty with a warning where %s', async (_, stored, services, message) => {
    expect(await run(stored, services)).toEqual({ seats: [], warnings: [{ code: 999, message }, SKIPPED] });
  });

  test('does not ask twice', () => {
    const auction = auctionWith({ seatbidarr: seats });
    auction.wholeStoredResponse = [];
    void wholeStoredResponse(auction, testServices());
    expect(auction.wholeStoredResponse).toEqual([]);
  });
});
