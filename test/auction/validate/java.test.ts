import { describe, expect, test } from 'vitest';
import { aBody, type Host, ingest } from '#test/helpers/ingest.ts';

const java = (settings: object = {}, rest: Host = {}): Host => ({ ...rest, settings: { variant: 'java', ...settings } });
const srv = (fields: object) => ({ ext: { srv: fields } });
const imp = (ext: unknown, over: object = {}) => ({ id: 'i', banner: { w: 1, h: 1 }, ext, ...over });
const rejected = async (over: object, host: Host = java()) => (await ingest(aBody(over), host)).rejected;
const range = { max: 5, increment: 1 };

describe('a request to the Java variant', () => {
  test.each<[object, string]>([
    [{ id: ' ' }, 'request missing required field: "id"'],
    [{ tmax: -1 }, 'request.tmax must be nonnegative. Got -1'],
    [srv({ targeting: { pricegranularity: 'other' } }), 'Invalid string price granularity with value: other'],
    [
      srv({ targeting: { pricegranularity: { precision: -1, ranges: [range] } } }),
      'Price granularity error: precision must be non-negative',
    ],
    [srv({ targeting: { pricegranularity: {} } }), 'Price granularity error: empty granularity definition supplied'],
    [srv({ targeting: { pricegranularity: { ranges: [{ increment: 1 }] } } }), 'Price granularity error: max value should not be missed'],
    [
      srv({ targeting: { pricegranularity: { ranges: [{ max: 1 }] } } }),
      'Price granularity error: increment must be a nonzero positive number',
    ],
    [
      srv({ targeting: { pricegranularity: { ranges: [range, { max: 4, increment: 1 }] } } }),
      'Price granularity error: range list must be ordered with increasing "max"',
    ],
    [
      srv({ targeting: { mediatypepricegranularity: {} } }),
      'Media type price granularity error: must have at least one media type present',
    ],
    [
      srv({ targeting: { mediatypepricegranularity: { native: {} } } }),
      'XNative price granularity error: empty granularity definition supplied',
    ],
    [
      srv({ targeting: { prefix: 'longer', truncateattrchars: 15 } }),
      'ext.srv.targeting: decrease prefix length or increase truncateattrchars by 2 characters',
    ],
    [srv({ aliases: { x: 'nobody' } }), 'request.ext.srv.aliases.x refers to unknown bidder: nobody'],
    [srv({ aliases: { x: 'off' } }), 'request.ext.srv.aliases.x refers to disabled bidder: off'],
    [
      srv({ aliases: { ALPHA: 'alpha' } }),
      'request.ext.srv.aliases.ALPHA defines a no-op alias. Choose a different alias, or remove this entry',
    ],
    [srv({ aliasgvlids: { x: 1 } }), 'request.ext.srv.aliasgvlids. vendorId 1 refers to unknown bidder alias: x'],
    [
      srv({ alternatebiddercodes: { bidders: { nobody: {} } } }),
      'request.ext.srv.alternatebiddercodes.bidders.nobody is not a known bidder or alias',
    ],
    [srv({ bidadjustmentfactors: { nobody: 1 } }), 'request.ext.srv.bidadjustmentfactors.nobody is not a known bidder or alias'],
    [srv({ bidadjustmentfactors: { alpha: 0 } }), 'request.ext.srv.bidadjustmentfactors.alpha must be a positive number. Got 0.000000'],
    [
      srv({ bidadjustmentfactors: { mediatypes: { banner: { nobody: 1 } } } }),
      'request.ext.srv.bidadjustmentfactors.banner.nobody is not a known bidder or alias',
    ],
    [
      srv({ data: { eidpermissions: [{ bidders: ['*'] }] } }),
      'Missing required parameter(s) in request.ext.srv.data.eidPermissions[]. Either one or a combination of inserter, source, matcher, or mm should be defined.',
    ],
    [
      srv({ data: { eidpermissions: [{ source: 's' }] } }),
      'request.ext.srv.data.eidpermissions[].bidders[] required values but was empty or null',
    ],
    [
      srv({ data: { eidpermissions: [{ source: 's', bidders: 'alpha' }] } }),
      'Error decoding bidRequest: req.ext is invalid: cannot unmarshal request.ext.srv.data.eidpermissions[0].bidders: decode slice: expect [ or n, but found "',
    ],
    [srv({ data: { eidpermissions: [null] } }), "request.ext.srv.data.eidpermissions[i] can't be null"],
    [
      srv({ schains: [{ bidders: ['a', 'a'] }] }),
      'request.ext.srv.schains contains multiple schains for bidder a; it must contain no more than one per bidder.',
    ],
    [{ imp: [] }, 'request.imp must contain at least one element'],
    [
      { imp: [imp({ alpha: {} }, { banner: undefined })] },
      'request.imp[0] must contain at least one of "banner", "video", "audio", or "native"',
    ],
    [
      { app: { id: 'a' } },
      'request.app and request.site are present, but no more than one of request.site or request.app or request.dooh can be defined',
    ],
    [{ site: undefined, dooh: {} }, 'request.dooh should include at least one of request.dooh.id or request.dooh.venuetype.'],
    [{ site: {} }, 'request.site should include at least one of request.site.id or request.site.page'],
    [{ site: { id: 's', ext: { amp: 'x' } } }, 'request.site.ext.amp must be either 1, 0, or undefined'],
    [
      { device: { ext: { srv: { interstitial: {} } } } },
      'request.device.ext.srv.interstitial.minwidthperc must be a number between 0 and 100',
    ],
    [
      { user: { ext: { srv: { buyeruids: {} } } } },
      'request.user.ext.srv requires a "buyeruids" property with at least one ID defined. If none exist, then request.user.ext.srv should not be defined',
    ],
    [
      { user: { ext: { srv: { buyeruids: { nobody: 'x' } } } } },
      'request.user.ext.nobody is neither a known bidder name nor an alias in request.ext.srv.aliases',
    ],
    [{ user: { eids: [{ uids: [{ id: 'x' }] }] } }, 'request.user.eids[0] missing required field: "source"'],
    [{ regs: { gdpr: 2 } }, 'request.regs.ext.gdpr must be either 0 or 1'],
  ])('with %j is rejected', async (over, text) => {
    expect(await rejected(over)).toEqual([text]);
  });

  test('without any currency is rejected', async () => {
    expect(await rejected({}, java({ ad_server_currency: '' }))).toEqual([
      'currency was not defined either in request.cur or in configuration field adServerCurrency',
    ]);
  });

  test('that violates no rule is accepted', async () => {
    const fine = [
      {},
      srv({
        aliases: { X: 'alpha' },
        aliasgvlids: { X: 2 },
        bidadjustmentfactors: { x: 1, other: 2, mediatypes: { banner: { alpha: 1 } } },
        alternatebiddercodes: { bidders: { alpha: { allowedbiddercodes: ['other'] } } },
      }),
      { user: { ext: { srv: { buyeruids: { OFF: 'x' } } } }, regs: { gdpr: 1 } },
      { site: undefined, dooh: { id: 'd' } },
      { site: undefined, app: { id: 'a' } },
    ];
    for (const over of fine) expect(await rejected(over)).toBeUndefined();
  });

  test('without an inventory object belongs to a site, which needs an id or a page', async () => {
    expect(await rejected({ site: undefined })).toEqual([
      'request.site should include at least one of request.site.id or request.site.page',
    ]);
  });

  test('may have several inventory objects on a lenient host: the first counts', async () => {
    const { request, rejected: documents } = await ingest(
      aBody({ app: { id: 'a' }, dooh: { id: 'd' } }),
      java({ strict_app_site_dooh: false }),
    );
    expect(documents).toBeUndefined();
    expect([request.app?.id, request.dooh, request.site]).toEqual(['a', undefined, undefined]);
  });

  test('of a blocked app is rejected as such', async () => {
    const { auction } = await ingest(aBody({ site: undefined, app: { id: 'spam' } }), java({ blocked_apps: ['spam'] }));
    expect(auction.rejection).toEqual({
      kind: 'blockedApp',
      messages: ['Blocklisted: auctor does not process requests from App ID: spam'],
    });
  });

  test('may have aliases of disabled bidders if the host permits it', async () => {
    const settings = { fail_on_unknown_bidders: false, fail_on_disabled_bidders: false };
    const { rejected: documents, warnings, auction } = await ingest(aBody(srv({ aliases: { x: 'nobody', y: 'off' } })), java(settings));
    expect(documents).toBeUndefined();
    expect(warnings).toEqual([
      'request.ext.srv.aliases.x refers to unknown bidder: nobody',
      'request.ext.srv.aliases.y refers to disabled bidder: off',
    ]);
    expect(Object.fromEntries(auction.aliases)).toEqual({ x: 'nobody', y: 'off' });
  });

  test('gets warnings about unknown bidders in permissions', async () => {
    const { warnings } = await ingest(aBody(srv({ data: { eidpermissions: [{ mm: 1, bidders: ['*', 'alpha', 'nobody'] }] } })), java());
    expect(warnings).toEqual(["request.ext.srv.data.eidPermissions[].bidders[] unrecognized biddercode: 'nobody'"]);
  });

  test('gets transaction ids, new ones if stored data was used', async () => {
    const host = java({ generate_request_id: true }, { stored: { imp: { s: '{}' } } });
    const ext = { alpha: {}, tid: 'own', srv: { storedrequest: { id: 's' } } };
    const { request } = await ingest(aBody({ source: { tid: 'own' }, imp: [imp(ext)] }), host);
    expect(request.source?.tid).not.toBe('own');
    const withMacro = await ingest(aBody({ source: { tid: 'own-{{uuid}}' }, imp: [imp(ext)] }), host);
    expect(withMacro.request.source?.tid).toMatch(/^own-[^{}]+$/);
    expect((await ingest(aBody(), java({ auto_gen_source_tid: false }))).request.source).toBeUndefined();
  });

  test('gets a new id if it is an app and any stored data was used', async () => {
    const host = java({ generate_request_id: true }, { stored: { imp: { s: '{}' } } });
    const stored = { imp: [imp({ alpha: {}, srv: { storedrequest: { id: 's' } } })] };
    const app = { site: undefined, app: { id: 'a' } };
    const idOf = async (over: object) => (await ingest(aBody({ id: 'own', ...over }), host)).request.id;
    expect(await idOf({ ...stored, ...app })).not.toBe('own');
    expect(await idOf(stored)).toBe('own');
    expect(await idOf(app)).toBe('own');
  });

  test('gets tmax from the host', async () => {
    expect((await ingest(aBody(), java({ tmax_default: 400 }))).request.tmax).toBe(400);
  });
});

describe('targeting in the Java variant', () => {
  const targeting = async (given: object, host = java(), more: object = {}) =>
    (await ingest(aBody({ imp: [imp({ alpha: {} })], ...srv({ targeting: given, ...more }) }), host)).request.ext?.srv?.targeting;
  const medium = { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] };
  const flags = { includewinners: true, includebidderkeys: true };

  test('gets its defaults', async () => {
    expect(await targeting({})).toEqual({ pricegranularity: medium, ...flags });
    expect(await targeting({}, java({}, { account: { price_granularity: 'low' } }))).toMatchObject({
      pricegranularity: { ranges: [{ max: 5, increment: 0.5 }] },
    });
    expect(await targeting({}, java({}, { account: { price_granularity: 'odd' } }))).toMatchObject({ pricegranularity: medium });
    expect(await targeting({ pricegranularity: 'med', includewinners: false })).toEqual({
      pricegranularity: medium,
      ...flags,
      includewinners: false,
    });
  });

  test('has bidder keys only if more than winners are cached', async () => {
    expect(await targeting({}, java(), { cache: { bids: {}, winningonly: true } })).toMatchObject({ includebidderkeys: false });
    expect(await targeting({}, java({ cache: { only_winning_bids: true } }))).toMatchObject({ includebidderkeys: false });
  });

  test('needs no general granularity if all media types have their own', async () => {
    const banner = { ranges: [range] };
    expect(await targeting({ mediatypepricegranularity: { banner } })).toEqual({ mediatypepricegranularity: { banner }, ...flags });
    expect(await targeting({ mediatypepricegranularity: { video: banner } })).toMatchObject({ pricegranularity: medium });
  });

  test('is unchanged if it is complete', async () => {
    const full = { pricegranularity: { ranges: [range] }, includewinners: false, includebidderkeys: false };
    expect(await targeting(full)).toEqual(full);
  });
});

describe('bidders of an imp in the Java variant', () => {
  const run = async (ext: unknown, over: object = {}) => ingest(aBody({ imp: [imp(ext)], ...over }), java({ auto_gen_source_tid: false }));

  test('of the old form are moved; objects that are not bidders remain as well', async () => {
    const { request, warnings } = await run({ Alpha: { p: 1 }, who: { w: 1 }, flag: 1, data: {} });
    expect(request.imp[0]?.ext).toEqual({ who: { w: 1 }, flag: 1, data: {}, srv: { bidder: { Alpha: { p: 1 } } } });
    expect(warnings).toEqual([
      'WARNING: request.imp[0].ext.srv.bidder.who was dropped with a reason: request.imp[0].ext.srv.bidder contains unknown bidder: who',
    ]);
  });

  test('that are invalid are dropped; an imp without any remains', async () => {
    const { request, warnings, rejected: documents } = await run({ srv: { bidder: { alpha: { bad: 1 }, off: {} } } });
    expect([documents, request.imp[0]?.ext?.srv?.bidder]).toEqual([undefined, { off: {} }]);
    expect(warnings).toEqual([
      'WARNING: request.imp[0].ext.srv.bidder.alpha was dropped with a reason: request.imp[0].ext.srv.bidder.alpha failed validation.\nbad: is bad\ntoo: bad',
    ]);
    expect((await run({ srv: { bidder: { nobody: {} } } })).warnings.at(-1)).toBe(
      'WARNING: request.imp[0].ext must contain at least one valid bidder',
    );
  });

  test.each<[object, string]>([
    [{ storedauctionresponse: {} }, 'request.imp[0].ext.srv.storedauctionresponse.{id or seatbidobj} should be defined'],
    [
      { bidder: {}, storedbidresponse: [{ bidder: 'alpha', id: 's' }] },
      'request.imp[0].ext.srv.bidder should be defined for storedbidresponse',
    ],
    [{ storedbidresponse: [{ bidder: 'nobody', id: 's' }] }, 'request.imp[0].ext.srv.storedbidresponse.bidder is not valid bidder'],
    [
      { storedbidresponse: [{ bidder: 'beta', id: 's' }] },
      'request.imp[0].ext.srv.storedbidresponse.bidder does not have correspondent bidder parameters',
    ],
  ])('with the stored responses %j are rejected', async (fields, text) => {
    const ext = { srv: { bidder: { alpha: {} }, ...fields } };
    const host = java({}, { stored: { response: { s: '[]' } } });
    expect((await ingest(aBody({ imp: [imp(ext)] }), host)).rejected).toEqual([text]);
  });

  test('may have stored responses', async () => {
    const host = java({}, { stored: { response: { s: '[]' } } });
    const ext = {
      srv: { bidder: { alpha: {} }, storedbidresponse: { bidder: 'ALPHA', id: 's' }, storedauctionresponse: { id: 's', seatbidarr: [] } },
    };
    const { rejected: documents, warnings } = await ingest(aBody({ imp: [imp(ext)] }), host);
    expect(documents).toBeUndefined();
    expect(warnings).toEqual(['WARNING: request.imp[0].ext.srv.storedauctionresponse.seatbidarr is not supported at the imp level']);
  });

  test('may have their own imp data, if they are known', async () => {
    const { request, warnings } = await run({ srv: { bidder: { alpha: {} }, imp: { alpha: {}, nobody: {} } } });
    expect(request.imp[0]?.ext?.srv?.imp).toEqual({ alpha: {} });
    expect(warnings).toEqual(['WARNING: request.imp[0].ext.srv.imp.nobody was dropped with the reason: invalid bidder']);
  });

  test('also come from the shared params', async () => {
    const { request } = await run({}, srv({ bidderparams: { alpha: { p: 1 } } }));
    expect(request.imp[0]?.ext?.srv?.bidder).toEqual({ alpha: { p: 1 } });
  });
});

describe('type coercion', () => {
  const repaired = async (over: object) => {
    const { request, auction } = await ingest(aBody(over), java());
    return { request, reported: (auction.diagnostics.errors.get('srv') ?? []).map(({ message }) => message) };
  };

  test('normalizes first-party objects', async () => {
    const { request, reported } = await repaired({
      user: { gender: ['M', 'F'], keywords: ['a', 'b'], data: { x: 1 }, ext: { data: { x: 0, y: 1 } } },
      site: { page: ['https://a.example/'], name: 5, search: [], keywords: 'kept', ext: 'bad', data: { z: 1 } },
      app: 'text',
    });
    expect(request.user).toMatchObject({ gender: 'M', keywords: 'a,b', ext: { data: { x: 1, y: 1 } } });
    expect(request.site).toMatchObject({ page: 'https://a.example/', keywords: 'kept', ext: { data: { z: 1 } } });
    expect(request.site).not.toHaveProperty('name');
    expect(reported).toEqual([
      'WARNING: Incorrect type for first party data field bidrequest.user.gender, expected is string, but was an array of strings. Converted to string by taking first element of array.',
      'WARNING: Incorrect type for first party data field bidrequest.user.keywords, expected is string, but was an array of strings. Converted to string by separating values with comma.',
      'WARNING: bidrequest.app field ignored. Expected type is object, but was `STRING`.',
      'WARNING: Incorrect type for first party data field bidrequest.site.name, expected strings, but was `NUMBER`. Failed to convert to correct type.',
      'WARNING: Incorrect type for first party data field bidrequest.site.page, expected is string, but was an array of strings. Converted to string by taking first element of array.',
      'WARNING: Incorrect type for first party data field bidrequest.site.search, expected strings, but was `ARRAY of different types`. Failed to convert to correct type.',
      'WARNING: Incorrect type for first party data field bidrequest.site.ext, expected is object, but was STRING. Replaced with object',
    ]);
  });

  test('normalizes bidder configs, including old names', async () => {
    const config = { fpd: { context: { a: 1, b: 1 } }, ortb2: { site: { b: 2 }, app: [] } };
    const { request, reported } = await repaired(srv({ bidderconfig: [{ bidders: ['alpha'], config }] }));
    expect(request.ext?.srv?.bidderconfig).toEqual([{ bidders: ['alpha'], config: { ortb2: { site: { a: 1, b: 2 } } } }]);
    expect(reported).toEqual(['WARNING: bidrequest.ext.srv.bidderconfig.app field ignored. Expected type is object, but was `ARRAY`.']);
  });

  test('is off for other hosts', async () => {
    expect((await ingest(aBody({ user: { gender: ['M'] } }))).rejected).toEqual([
      'cannot unmarshal request.user.gender: expects " or n, but found [',
    ]);
  });
});

describe('profiles', () => {
  const profile = (over: object) => JSON.stringify({ type: 'request', mergeprecedence: 'request', ...over });
  const stored = {
    profile: {
      under: profile({ body: { tmax: 111, bcat: ['IAB1'] } }),
      over: profile({ mergeprecedence: 'profile', body: { tmax: 222 } }),
      imp: profile({ type: 'imp', body: { bidfloor: 1 } }),
      odd: profile({ body: 5 }),
      broken: '{',
    },
  };
  const run = async (ids: string[], impIds: string[] = [], host: Host = {}) =>
    ingest(aBody({ tmax: 100, imp: [imp({ alpha: {}, srv: { profiles: impIds } })], ...srv({ profiles: ids }) }), { stored, ...host });

  test.each([
    ['in memory', false],
    ['fetched', true],
  ])('are merged in order, by their own rules, %s', async (_, slow) => {
    const { request } = await run(['under', 'over', 'imp'], ['imp', 'over'], { slow, account: { profiles: { limit: 9 } } });
    expect(request).toMatchObject({ tmax: 222, bcat: ['IAB1'], imp: [{ bidfloor: 1 }] });
  });

  test('may be a single one in the Java variant', async () => {
    const { request } = await ingest(aBody({ tmax: 100, ...srv({ profiles: 'over' }) }), java({}, { stored }));
    expect(request.tmax).toBe(222);
  });

  test('beyond the limit are skipped', async () => {
    const { request, warnings } = await run(['under', 'over'], ['imp'], { account: { profiles: { limit: 1 } } });
    expect(request.tmax).toBe(100);
    expect(request.imp[0]?.bidfloor).toBeUndefined();
    expect(warnings).toEqual(['Profiles exceeded the limit.']);
  });

  test("that are missing reject the request or cause warnings, by the account's setting", async () => {
    expect((await run(['gone'])).rejected).toEqual(['Error during processing profiles: Stored Profile with ID="gone" not found.']);
    const { rejected: documents, warnings } = await run(['gone', 'broken'], [], { account: { profiles: { fail_on_unknown: false } } });
    expect([documents, warnings]).toEqual([undefined, ['Stored Profile with ID="gone" not found.']]);
  });

  test('that are not objects reject the request', async () => {
    const message = "Can't merge with profile odd: One of the merge arguments is not an object.";
    expect((await run(['odd'])).rejected).toEqual([message]);
    expect(
      (await ingest({ ...aBody(srv({ profiles: ['under'] })), imp: [5] }, { stored, settings: { generate_imp_ids: true } })).rejected,
    ).toEqual(['cannot unmarshal request.imp[0]: expect { or n, but found 5']);
  });
});
