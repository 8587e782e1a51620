import { describe, expect, test } from 'vitest';
import { isReservedName } from '#src/bidders/reserved.ts';
import { checkRequest } from '#src/dialect/go/request-rules.ts';
import { aBidder, anAuction, validRequest } from '#test/helpers/auction.ts';
import { aBody, type Host, ingest } from '#test/helpers/ingest.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

const imp = (ext: unknown, over: object = {}) => ({ id: 'i', banner: { w: 1, h: 1 }, ext, ...over });
const withExt = (ext: unknown, over: object = {}) => aBody({ imp: [imp(ext)], ...over });
const noTids = { settings: { auto_gen_source_tid: false } } as const;
const extOf = async (ext: unknown, host: Host = noTids) => (await ingest(withExt(ext), host)).request.imp[0]?.ext;
const rejected = async (body: unknown, host: Host = noTids) => (await ingest(body, host)).rejected;
const nobody = 'request.imp[0].ext.srv.bidder must contain at least one bidder';

describe('an imp’s ext', () => {
  test('is required, unless it just got a transaction id', async () => {
    expect(await rejected(withExt(undefined))).toEqual(['request.imp[0].ext is required']);
    expect(await rejected(withExt(undefined), {})).toEqual([nobody]);
  });

  test('has bidders of the old form moved, reserved and unknown names kept', async () => {
    const { request, warnings } = await ingest(
      withExt({ ALPHA: { p: 1 }, data: { d: 1 }, ae: 1, who: { w: 1 }, srv: { options: {} } }),
      noTids,
    );
    expect(request.imp[0]?.ext).toEqual({ data: { d: 1 }, ae: 1, who: { w: 1 }, srv: { options: {}, bidder: { ALPHA: { p: 1 } } } });
    expect(warnings).toEqual(["request.imp[0].ext contains unknown bidder: 'who', ignoring"]);
  });

  test('keeps the old form beside the new one', async () => {
    const ext = { srv: { bidder: { alpha: {} } }, beta: { b: 1 } };
    expect(await extOf(ext)).toEqual(ext);
    expect(await rejected(withExt({ srv: { bidder: {} }, alpha: {} }))).toEqual([nobody]);
  });

  test('loses disabled bidders with a warning', async () => {
    const { request, auction } = await ingest(withExt({ srv: { bidder: { alpha: {}, off: {} } } }), noTids);
    expect(request.imp[0]?.ext?.srv?.bidder).toEqual({ alpha: {} });
    expect(auction.diagnostics.warnings.get('general')).toMatchObject([
      { code: 6, message: expect.stringMatching(/^Bidder "off" has been disabled/) },
    ]);
    expect(await rejected(withExt({ off: {} }))).toEqual([expect.stringMatching(/^Bidder "off" has been disabled/), nobody]);
  });

  test('may not name unknown bidders or invalid params', async () => {
    expect(await rejected(withExt({ srv: { bidder: { off: {}, nobody: {} } } }))).toEqual([
      'request.imp[0].ext.srv.bidder contains unknown bidder: nobody. Did you forget an alias in request.ext.srv.aliases?',
    ]);
    expect(await rejected(withExt({ alpha: { bad: 1 } }))).toEqual([
      'request.imp[0].ext.srv.bidder.alpha failed validation.\nbad: is badtoo: bad',
    ]);
    expect(await rejected(withExt({ srv: { bidder: { white: {} } } }))).toEqual([
      'request.imp[0].ext.srv.bidder contains unknown bidder: white. Did you forget an alias in request.ext.srv.aliases?',
    ]);
  });

  test('has all its unknown and invalid bidders named', async () => {
    expect(await rejected(withExt({ srv: { bidder: { nobody: {}, off: {}, alpha: { bad: 1 }, white: {} } } }))).toEqual([
      'request.imp[0].ext.srv.bidder contains unknown bidder: nobody. Did you forget an alias in request.ext.srv.aliases?',
      'request.imp[0].ext.srv.bidder.alpha failed validation.\nbad: is badtoo: bad',
      'request.imp[0].ext.srv.bidder contains unknown bidder: white. Did you forget an alias in request.ext.srv.aliases?',
    ]);
  });

  test('loses invalid bidders instead if the host configures it', async () => {
    const host = { settings: { drop_invalid_bidders: true, auto_gen_source_tid: false } };
    const { request, warnings } = await ingest(withExt({ srv: { bidder: { alpha: {}, nobody: {}, beta: { bad: 1 } } } }), host);
    expect(request.imp[0]?.ext?.srv?.bidder).toEqual({ alpha: {} });
    expect(warnings).toHaveLength(2);
  });

  test('may name aliases in exact case; an alias takes precedence over a bidder of its name', async () => {
    const ext = { srv: { aliases: { alpha: 'beta', x: 'alpha' } } };
    expect(await rejected(withExt({ alpha: {}, x: {} }, { ext }))).toBeUndefined();
    expect(await rejected(withExt({ srv: { bidder: { X: {} } } }, { ext }))).toEqual([expect.stringContaining('unknown bidder: X')]);
  });

  test('never moves names that reach a prototype', async () => {
    const json = JSON.stringify(withExt({ alpha: {}, x: 1 })).replace('"x":1', '"__proto__":{"alpha":{}},"constructor":{}');
    expect((await ingest(json, noTids)).request.imp[0]?.ext?.srv?.bidder).toEqual({ alpha: {} });
  });
});

describe('imps', () => {
  test('have unique ids', async () => {
    const two = (first: string, second: string) => aBody({ imp: [imp({ alpha: {} }, { id: first }), imp({ alpha: {} }, { id: second })] });
    expect(await rejected(two('a', 'b'))).toBeUndefined();
    expect(await rejected(two('a', 'a'))).toEqual(['request.imp[0].id and request.imp[1].id are both "a". Imp IDs must be unique.']);
    expect(await rejected(two('a', ''))).toEqual(['request.imp[1] missing required field: "id"']);
  });

  test('with duplicate ids are all reported, with other errors', async () => {
    const same = imp({ alpha: {} });
    expect(await rejected(aBody({ imp: [same, same, same, imp({ alpha: {} }, { banner: {} })] }))).toEqual([
      'request.imp[0].id and request.imp[1].id are both "i". Imp IDs must be unique.',
      'request.imp[1].id and request.imp[2].id are both "i". Imp IDs must be unique.',
      'request.imp[2].id and request.imp[3].id are both "i". Imp IDs must be unique.',
      expect.stringContaining('request.imp[3].banner has no sizes'),
    ]);
  });

  test('beyond the account’s limit are dropped with a warning', async () => {
    const body = aBody({ imp: [imp({ alpha: {} }), imp({ alpha: {} }, { id: 'j' })] });
    const message = 'Only first 1 impressions were kept due to the limit, all the subsequent impressions have been dropped for the auction';
    for (const variant of ['go', 'java'] as const) {
      const { request, warnings } = await ingest(body, { account: { impression_limit: 1 }, settings: { variant } });
      expect([request.imp.length, warnings]).toEqual([1, [message]]);
    }
  });

  test('beyond the account’s limit are dropped after all fields are filled in the Java variant', async () => {
    const imps = ['a', 'a', 'b'].map((id) => imp({ alpha: {} }, { id }));
    const { request, warnings } = await ingest(aBody({ imp: imps, user: { eids: [{ source: 'x', uids: [{ id: '' }] }] } }), {
      account: { impression_limit: 2 },
      settings: { variant: 'java' },
    });
    expect([request.imp.map(({ id }) => id), warnings]).toEqual([
      ['1', '2'],
      [
        'removed EID x due to empty ID',
        'removed empty EID array',
        'Only first 2 impressions were kept due to the limit, all the subsequent impressions have been dropped for the auction',
      ],
    ]);
  });

  test('get missing ids if the host generates them', async () => {
    const host = { settings: { generate_imp_ids: true } };
    const ids = async (...given: (string | undefined)[]) =>
      (await ingest(aBody({ imp: given.map((id) => imp({ alpha: {} }, { id })) }), host)).request.imp.map(({ id }) => id);
    expect(await ids(undefined, 'a')).toEqual(['1000000000000010', 'a']);
    expect(await ids('a', 'a', 'b')).toEqual(['1', '2', '3']);
  });

  test('keep their context under new ids', async () => {
    const stored = { imp: { s: '{"id":"s"}' } };
    const named = imp({ alpha: {}, srv: { storedrequest: { id: 's' }, passthrough: 5 } });
    const { auction } = await ingest(aBody({ imp: [named, imp({ alpha: {} })] }), { settings: { generate_imp_ids: true }, stored });
    expect([...auction.imps.keys()]).toEqual(['1', '2']);
  });
});

describe('stored responses', () => {
  const stored = { response: { one: '[{"seat":"alpha"}]', two: '{"bid":1}', empty: '' } };
  const full = (id: unknown) => ({ alpha: {}, srv: { storedauctionresponse: { id } } });
  const bid = (...bidders: string[]) => ({ alpha: {}, srv: { storedbidresponse: bidders.map((bidder) => ({ bidder, id: 'two' })) } });

  test.each([
    ['in memory', false],
    ['fetched', true],
  ])('are recorded for imps and bidders, %s', async (_, slow) => {
    const { auction } = await ingest(withExt({ ...bid('ALPHA'), srv: { ...bid('ALPHA').srv, storedauctionresponse: { id: 'one' } } }), {
      stored,
      slow,
    });
    expect(Object.fromEntries(auction.storedAuctionResponses)).toEqual({ i: stored.response.one });
    expect(auction.storedBidResponses).toEqual([{ impId: 'i', bidder: 'alpha', body: stored.response.two, replaceImpId: true }]);
  });

  test('may be part of the request', async () => {
    const { auction } = await ingest(withExt({ alpha: {}, srv: { storedauctionresponse: { seatbidobj: { seat: 'x' } } } }));
    expect(Object.fromEntries(auction.storedAuctionResponses)).toEqual({ i: '[{"seat":"x"}]' });
    const both = await ingest(withExt({ alpha: {}, srv: { storedauctionresponse: { id: 'one', seatbidobj: { seat: 'x' } } } }), { stored });
    expect(Object.fromEntries(both.auction.storedAuctionResponses)).toEqual({ i: '[{"seat":"x"}]' });
  });

  test('that are missing or empty reject the request', async () => {
    expect(await rejected(withExt(full('gone')), { stored })).toEqual(['Stored Response with ID="gone" not found.']);
    expect(await rejected(withExt(full('empty')), { stored })).toEqual([
      'failed to fetch stored auction response for impId = i and storedAuctionResponse id = empty',
    ]);
    expect(await rejected(withExt({ alpha: {}, srv: { storedbidresponse: { bidder: 'alpha', id: 'empty' } } }), { stored })).toEqual([
      'failed to fetch stored bid response for impId = i, bidder = alpha and storedBidResponse id = empty',
    ]);
    expect(await rejected(withExt(full('gone')), { stored, settings: { variant: 'java' } })).toEqual([
      'Failed to fetch stored auction response for impId = i and storedAuctionResponse id = gone.',
    ]);
  });

  test('must be declared completely', async () => {
    expect(await rejected(withExt({ alpha: {}, srv: { storedauctionresponse: {}, storedbidresponse: [{ id: 'x' }] } }))).toEqual([
      'request.imp[0] has ext.srv.storedauctionresponse specified, but "id" field is missing ',
      'request.imp[0] has ext.srv.storedbidresponse specified, but "id" or/and "bidder" fields are missing ',
    ]);
    const incomplete = 'request.imp[0] has ext.srv.storedbidresponse specified, but "id" or/and "bidder" fields are missing ';
    const bids = [{ id: 'x' }, { id: 'x', bidder: 'alpha' }, { bidder: 'alpha' }];
    expect(await rejected(withExt({ alpha: {}, srv: { storedbidresponse: bids } }))).toEqual([incomplete, incomplete]);
  });

  test('of the auction must be declared for all imps or none', async () => {
    expect(await rejected(aBody({ imp: [imp(full('one')), imp({ alpha: {} }, { id: 'j' })] }), { stored })).toEqual([
      expect.stringMatching(/^request validation failed\. The StoredAuctionResponse\.ID field must be .* request\.imp\[1\]\.ext\.srv \n$/),
    ]);
  });

  test('of bidders are read once for all imps', () => {
    const services = testServices({ bidders: registryOf(aBidder('alpha')) });
    const auction = anAuction(services, validRequest(['alpha'], 100));
    let reads = 0;
    for (const { id } of auction.request.imp) {
      auction.storedBidResponses.push({
        get impId() {
          reads++;
          return id;
        },
        bidder: 'alpha',
        body: '{}',
        replaceImpId: true,
      });
    }
    checkRequest(auction, services);
    expect([auction.rejection, reads]).toEqual([undefined, 100]);
  });

  test('of bidders must be declared for all bidders of an imp or none', async () => {
    const mismatch = [expect.stringMatching(/^request validation failed\. Stored bid responses are specified for imp i\. /)];
    expect(await rejected(withExt({ ...bid('alpha'), beta: {} }), { stored })).toEqual(mismatch);
    expect(await rejected(withExt(bid('beta')), { stored })).toEqual(mismatch);
    const other = imp({ beta: {}, srv: { storedbidresponse: [] } }, { id: 'j' });
    expect(await rejected(aBody({ imp: [imp(bid('alpha')), other] }), { stored })).toBeUndefined();
    const alias = { ext: { srv: { aliases: { x: 'alpha' } } } };
    expect(await rejected(withExt({ x: {}, srv: bid('x').srv }, alias), { stored })).toEqual(['unrecognized bidder "x"']);
    expect(await rejected(withExt({ alpha: {}, srv: { ...bid('alpha').srv, bidder: { beta: {} } } }), { stored })).toEqual(mismatch);
    const both = [...bid('alpha').srv.storedbidresponse, ...bid('off').srv.storedbidresponse];
    const { rejected: rejection, warnings } = await ingest(withExt({ alpha: {}, off: {}, srv: { storedbidresponse: both } }), { stored });
    expect([rejection, warnings]).toEqual([undefined, [expect.stringMatching(/^Bidder "off" has been disabled/)]]);
  });
});

describe('a request with its own stored response', () => {
  const seat = { seat: 'alpha', bid: [{ id: 'b' }] };
  const storedAuction = (stored: object, over: object = {}) => ({
    id: 'r',
    cur: ['EUR'],
    tmax: 100,
    ext: { srv: { storedauctionresponse: stored } },
    ...over,
  });

  test('gets it, whatever other errors it has', async () => {
    const { auction, rejected: documents } = await ingest(storedAuction({ seatbidarr: [seat] }, { imp: 5 }));
    expect(documents).toBeUndefined();
    expect(auction.fullStoredResponse).toEqual([seat]);
    expect(auction.request).toMatchObject({ id: 'r', cur: ['EUR'], tmax: 100, imp: [] });
    expect((await ingest(storedAuction({ seatbidarr: [seat] }, { id: 5, cur: 5, tmax: 'x' }))).auction.request).toMatchObject({
      id: '',
      imp: [],
    });
  });

  test('reports a seat that is null in the Java variant', async () => {
    const { warnings } = await ingest(storedAuction({ seatbidarr: [null] }), { settings: { variant: 'java' } });
    expect(warnings).toEqual(["SeatBid can't be null in stored response", 'no auction. response defined by storedauctionresponse']);
  });

  test('may name a stored one', async () => {
    const host = { stored: { response: { s: JSON.stringify([seat]) } } };
    for (const slow of [false, true])
      expect((await ingest(storedAuction({ id: 's' }), { ...host, slow })).auction.fullStoredResponse).toEqual([seat]);
  });

  test('continues as usual without an id', async () => {
    expect(await rejected(aBody({ ext: { srv: { storedauctionresponse: {} } } }))).toBeUndefined();
  });
});

test('reserved names can never be bidders', () => {
  expect(['ALL', 'general', 'Tid', 'prebid', 'srv'].every(isReservedName)).toBe(true);
  expect(isReservedName('alpha')).toBe(false);
});
