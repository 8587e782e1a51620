import { describe, expect, test } from 'vitest';
import { aBody, type Host, ingest } from '#test/helpers/ingest.ts';

const rejected = async (over: object, host?: Host) => (await ingest(aBody(over), host)).rejected;
const srv = (fields: object) => ({ ext: { srv: fields } });

describe('a request', () => {
  test.each<[object, string]>([
    [{ id: '' }, 'request missing required field: "id"'],
    [{ tmax: -1 }, 'request.tmax must be nonnegative. Got -1'],
    [{ imp: [] }, 'request.imp must contain at least one element.'],
    [srv({ aliases: { x: 'nobody' } }), 'request.ext.srv.aliases.x refers to unknown bidder: nobody'],
    [srv({ aliases: { x: 'off' } }), 'request.ext.srv.aliases.x refers to disabled bidder: off'],
    [srv({ aliases: { x: 'white' } }), 'request.ext.srv.aliases.x refers to a bidder that cannot be aliased: white'],
    [
      srv({ aliases: { alpha: 'ALPHA' } }),
      'request.ext.srv.aliases.alpha defines a no-op alias. Choose a different alias, or remove this entry.',
    ],
    [srv({ aliasgvlids: { x: 1 } }), 'request.ext.srv.aliasgvlids. vendorId 1 refers to unknown bidder alias: x'],
    [srv({ aliases: { x: 'alpha' }, aliasgvlids: { y: 1 } }), 'request.ext.srv.aliasgvlids. vendorId 1 refers to unknown bidder alias: y'],
    [
      srv({ aliases: { x: 'alpha' }, aliasgvlids: { x: 0 } }),
      'request.ext.srv.aliasgvlids. Invalid vendorId 0 for alias: x. Choose a different vendorId, or remove this entry.',
    ],
    [srv({ bidadjustmentfactors: { alpha: -2 } }), 'request.ext.srv.bidadjustmentfactors.alpha must be a positive number. Got -2.000000'],
    [srv({ bidadjustmentfactors: { alpha: 1, ALPHA: 1 } }), 'cannot have multiple bidders that differ only in case style'],
    [srv({ bidadjustmentfactors: { nobody: 1 } }), 'request.ext.srv.bidadjustmentfactors.nobody is not a known bidder or alias'],
    [
      srv({ schains: [{ bidders: ['a'] }, { bidders: ['b', 'a'] }] }),
      'request.ext.srv.schains contains multiple schains for bidder a; it must contain no more than one per bidder.',
    ],
    [srv({ data: { eidpermissions: [{}] } }), 'request.ext.srv.data.eidpermissions[0] missing required field: "source"'],
    [
      srv({ data: { eidpermissions: [{ source: 's', bidders: ['*', 'alpha'] }] } }),
      'request.ext.srv.data.eidpermissions[0] contains bidder wildcard "*" mixed with specific bidders',
    ],
    [
      srv({ data: { eidpermissions: [{ source: 's', bidders: ['nobody'] }] } }),
      'request.ext.srv.data.eidpermissions[0] contains unrecognized bidder "nobody"',
    ],
    [srv({ currency: { rates: { USD: { XYZ: 1 } } } }), 'currency code XYZ is not recognized or malformed'],
    [srv({ channel: {} }), "ext.srv.channel.name can't be empty"],
    [{ app: {} }, 'No more than one of request.site or request.app or request.dooh can be defined'],
    [srv({ cache: {} }), 'request.ext is invalid: request.ext.srv.cache requires one of the "bids" or "vastxml" properties'],
    [
      srv({ targeting: { pricegranularity: { precision: 16, ranges: [{ max: 1, increment: 1 }] } } }),
      'Price granularity error: precision of more than 15 significant figures is not supported',
    ],
    [{ site: {} }, 'request.site should include at least one of request.site.id or request.site.page.'],
    [{ site: { id: 's', ext: { amp: 2 } } }, 'request.site.ext.amp must be either 1, 0, or undefined'],
    [
      { site: undefined, app: { ext: { srv: { source: {} } } } },
      'cannot unmarshal request.app.ext.srv.source: expects " or n, but found {',
    ],
    [{ site: undefined, app: { ext: 5 } }, 'expect { or n, but found 5'],
    [{ site: undefined, dooh: {} }, 'request.dooh should include at least one of request.dooh.id or request.dooh.venuetype.'],
    [{ user: { geo: { accuracy: -1 } } }, 'request.user.geo.accuracy must be a positive number'],
    [
      { user: { ext: { srv: {} } } },
      'request.user.ext.srv requires a "buyeruids" property with at least one ID defined. If none exist, then request.user.ext.srv should not be defined.',
    ],
    [
      { user: { ext: { srv: { buyeruids: { nobody: 'x' } } } } },
      'request.user.ext.nobody is neither a known bidder name nor an alias in request.ext.srv.aliases',
    ],
    [{ regs: { gdpr: 2 } }, 'request.regs.gdpr must be either 0 or 1'],
    [{ device: { w: -1 } }, 'request.device.w must be a positive number'],
    [{ device: { geo: { accuracy: -1 } } }, 'request.device.geo.accuracy must be a positive number'],
    [srv({ nosale: ['*', 'alpha'] }), 'request.ext.srv.nosale is invalid: can only specify all bidders if no other bidders are provided'],
    [srv({ 'no-sale': ['ALPHA'] }), "request.ext.srv.nosale is invalid: unrecognized bidder 'ALPHA'"],
    [{ ext: 5 }, 'req.ext is invalid: expect { or n, but found 5'],
    [srv({ debug: 1 }), 'req.ext is invalid: cannot unmarshal request.ext.srv.debug: expect t or f, but found 1'],
    [{ regs: { ext: { gdpr: 'x' } }, user: { ext: { srv: 5 } } }, 'req.regs.ext is invalid: gdpr must be an integer'],
    [{ regs: { ext: 'text' } }, 'req.regs.ext is invalid: expect { or n, but found "'],
    [{ imp: [{ id: 'i', ext: [] }] }, 'imp[0].imp.ext is invalid: expect { or n, but found ['],
  ])('with %j is rejected', async (over, text) => {
    expect(await rejected(over)).toEqual([text]);
  });

  test('that violates no rule is accepted', async () => {
    const fine = [
      {},
      { site: { id: 's', ext: { amp: 0.5 } } },
      srv({
        aliases: { x: 'Alpha' },
        aliasgvlids: { x: 7 },
        bidadjustmentfactors: { ALPHA: 1, x: 2, mediatypes: { banner: { alpha: 1 } } },
      }),
      srv({ nosale: ['*'] }),
      srv({
        nosale: ['off', 'alpha'],
        data: {
          eidpermissions: [
            { source: 's', bidders: ['ALPHA'] },
            { source: 't', bidders: ['*'] },
          ],
        },
      }),
      srv({ currency: { rates: { usd: { EUR: 1 } } }, cache: { bids: {} }, schains: [{ bidders: ['a'] }, {}], channel: { name: 'x' } }),
      { user: { ext: { srv: { buyeruids: { Alpha: 'x' } } } }, device: {} },
      { site: undefined, app: { id: 'a', ext: { srv: { source: 's' } } } },
      { site: undefined, dooh: { venuetype: ['x'] } },
      { site: { id: 's', ext: { amp: 'text' } }, source: { ext: {} }, ext: { srv: null } },
    ];
    for (const over of fine) expect(await rejected(over)).toBeUndefined();
  });

  test('has its aliases in their canonical spelling', async () => {
    const { auction, request } = await ingest(aBody(srv({ aliases: { x: 'ALPHA' } })));
    expect(Object.fromEntries(auction.aliases)).toEqual({ x: 'alpha' });
    expect(request.ext?.srv?.aliases).toEqual({ x: 'alpha' });
  });

  test('of an app gets its channel', async () => {
    const { request } = await ingest(aBody({ site: undefined, app: { id: 'a' } }));
    expect(request.ext?.srv?.channel).toEqual({ name: 'app', version: '' });
  });

  test('of a blocked app is rejected as such', async () => {
    const { auction } = await ingest(aBody({ site: undefined, app: { id: 'spam' } }), { settings: { blocked_apps: ['spam'] } });
    expect(auction.rejection).toEqual({ kind: 'blockedApp', messages: ['auctor does not process requests from App ID: spam'] });
  });

  test('keeps one currency with a warning', async () => {
    const { request, warnings } = await ingest(aBody({ cur: ['EUR', 'USD'] }));
    expect(request.cur).toEqual(['EUR']);
    expect(warnings).toEqual([
      'A server request can only process one currency. Taking the first currency in the list, EUR, as the active currency',
    ]);
  });

  test('loses invalid multibid, adjustments and user ids, with warnings', async () => {
    const { request, warnings } = await ingest(
      aBody({
        ...srv({ multibid: [{ bidder: 'alpha' }], bidadjustments: { mediatype: { banner: { alpha: null } } } }),
        user: { eids: [{ source: 's', uids: [{}, { id: 'x' }] }, {}] },
      }),
    );
    expect(warnings).toEqual([
      'maxBids not defined for {Bidder:alpha, Bidders:[], MaxBids:<nil>, TargetBidderCodePrefix:}',
      'bid adjustment from request was invalid',
      'request.user.eids[0].uids[0] removed due to empty ids',
      'request.user.eids[1] removed due to missing source',
    ]);
    expect(request.ext?.srv).toEqual({});
    expect(request.user?.eids).toEqual([{ source: 's', uids: [{ id: 'x' }] }]);
  });

  test('keeps a user id without uids that has an id of its own', async () => {
    const eids = [
      { source: 's', id: 'x' },
      { source: 't', id: '' },
      { source: 'u', id: 'y', uids: [{}] },
    ];
    const { request, warnings } = await ingest(aBody({ user: { ext: { eids } } }));
    expect(request.user?.eids).toEqual([
      { source: 's', id: 'x' },
      { source: 'u', id: 'y' },
    ]);
    expect(warnings).toEqual([
      'request.user.eids[1] (source: t) removed due to empty uids',
      'request.user.eids[2].uids[0] removed due to empty ids',
    ]);
  });

  test('keeps valid multibid and adjustments', async () => {
    const good = {
      multibid: [{ bidder: 'alpha', maxbids: 2 }],
      bidadjustments: { mediatype: { banner: { alpha: { '*': [{ adjtype: 'multiplier', value: 1 }] } } } },
    };
    const { request, warnings } = await ingest(aBody(srv(good)));
    expect([request.ext?.srv, warnings]).toEqual([good, []]);
  });

  test('gets warnings about contradictory privacy signals', async () => {
    const usp = 'DBABTA~1YNN';
    const tcf = 'DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
    const warnings = async (over: object) => (await ingest(aBody(over))).warnings;
    expect(await warnings({ regs: { gpp: 'x' } })).toEqual([
      'GPP consent string is invalid and will be ignored. (error parsing GPP header, should be at least 4 bytes long)',
    ]);
    expect(await warnings({ regs: { gpp: tcf }, user: { consent: 'other' } })).toEqual([
      'user.consent GDPR string conflicts with GPP (regs.gpp) GDPR string, using regs.gpp',
    ]);
    expect(await warnings({ regs: { gpp: tcf }, user: { consent: tcf.slice(7) } })).toEqual([]);
    expect(await warnings({ regs: { gdpr: 1, gpp_sid: [6] } })).toEqual([
      'regs.gdpr signal conflicts with GPP (regs.gpp_sid) and will be ignored',
    ]);
    expect(await warnings({ regs: { gdpr: 1, gpp_sid: [2] } })).toEqual([]);
    expect(await warnings({ regs: { us_privacy: '1NNN', gpp: usp, gpp_sid: [6] } })).toEqual([
      'regs.us_privacy consent does not match uspv1 in GPP, using regs.gpp',
    ]);
    expect(await warnings({ regs: { us_privacy: '1YNN', gpp: usp, gpp_sid: [6] } })).toEqual([]);
    expect(await warnings({ regs: { us_privacy: '2YNN' } })).toEqual([
      'CCPA consent is invalid and will be ignored. (request.regs.ext.us_privacy must specify version 1)',
    ]);
  });

  test('loses a malformed US Privacy string', async () => {
    expect((await ingest(aBody({ regs: { us_privacy: '2YNN', coppa: 1 } }))).request.regs).toEqual({ coppa: 1 });
    expect((await ingest(aBody({ regs: { ext: { us_privacy: '1yyn' } } }))).request.regs).toEqual({});
    expect((await ingest(aBody({ regs: { us_privacy: '1YYN' } }))).request.regs).toEqual({ us_privacy: '1YYN' });
  });

  test('has the opt-out of GPP in the older field if that contradicts it', async () => {
    const older = async (us_privacy: string, section: string) =>
      (await ingest(aBody({ regs: { us_privacy, gpp: `DBABTA~${section}`, gpp_sid: [6] } }))).request.regs?.us_privacy;
    expect([await older('1NNN', '1YYN'), await older('bad', '1YYN')]).toEqual(['1YYN', '1YYN']);
    expect([await older('1YYN', '1NNN'), await older('bad', '1NNN'), await older('bad', '1XXX')]).toEqual(['1YYN', '1NNN', undefined]);
  });
});

describe('a rejection', () => {
  test('by one of the first rules is the only message', async () => {
    expect(await rejected({ cur: ['EUR', 'USD'], ...srv({ aliases: { x: 'nobody' } }) })).toHaveLength(1);
  });

  test('by a later rule follows the warnings before it', async () => {
    expect(await rejected({ cur: ['EUR', 'USD'], device: { h: -1 } })).toEqual([
      'A server request can only process one currency. Taking the first currency in the list, EUR, as the active currency',
      'request.device.h must be a positive number',
    ]);
  });

  test('follows warnings of earlier steps', async () => {
    const host: Host = {
      account: { privacy: { privacysandbox: { topicsdomain: 'topics.example' } } },
      http: { headers: { 'sec-browsing-topics': '(1)' } },
    };
    expect(await rejected({ id: '' }, host)).toEqual([
      'Invalid field in Sec-Browsing-Topics header: (1)',
      'request missing required field: "id"',
    ]);
  });
});

describe('transaction ids', () => {
  const uuid = '11111111-1111-4111-8111-111111111111';
  const ids = async (over: object, host: Host = {}) => {
    const { request } = await ingest(aBody(over), host);
    return [request.source?.tid, request.imp[0]?.ext?.tid];
  };
  const imp = { id: 'i', banner: { w: 1, h: 1 }, ext: { alpha: {}, tid: 'imp' } };

  test('are generated if they are missing or a macro', async () => {
    expect(await ids({})).toEqual([uuid, uuid]);
    expect(await ids({ source: { tid: 'x{{UUID}}' }, imp: [{ ...imp, ext: { alpha: {}, tid: '{{UUID}}' } }] })).toEqual([`x${uuid}`, uuid]);
  });

  test('are kept as sent, or all removed', async () => {
    expect(await ids({ source: { tid: 'own' }, imp: [imp] })).toEqual(['own', 'imp']);
    expect(await ids({}, { settings: { auto_gen_source_tid: false } })).toEqual([undefined, undefined]);
  });

  test('are regenerated for stored requests on hosts that generate ids', async () => {
    const host: Host = { settings: { generate_request_id: true }, stored: { request: { r: '{}' } } };
    expect(await ids({ source: { tid: 'own' }, imp: [imp], ...srv({ storedrequest: { id: 'r' } }) }, host)).toEqual([uuid, uuid]);
    expect(await ids({ source: { tid: 'own' }, imp: [imp] }, host)).toEqual(['own', 'imp']);
  });
});

describe('defaults', () => {
  test('fill tmax and targeting', async () => {
    const { request } = await ingest(aBody(srv({ targeting: { mediatypepricegranularity: { video: 'low' } } })), {
      settings: { tmax_default: 900 },
    });
    expect(request.tmax).toBe(900);
    expect(request.ext?.srv?.targeting).toEqual({
      pricegranularity: { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] },
      mediatypepricegranularity: { video: { precision: 2, ranges: [{ min: 0, max: 5, increment: 0.5 }] } },
      includewinners: true,
      includebidderkeys: true,
    });
  });

  test("keep the request's own values", async () => {
    const { request } = await ingest(aBody({ tmax: 5 }), { settings: { tmax_default: 900 } });
    expect(request.tmax).toBe(5);
  });
});

test('interstitials without a fitting size reject the request', async () => {
  const device = { w: 10, h: 10, ext: { srv: { interstitial: { minwidthperc: 90, minheightperc: 90 } } } };
  const imp = { id: 'i', instl: 1, banner: {}, ext: { alpha: {} } };
  expect(await rejected({ device, imp: [imp] })).toEqual([
    'Unable to set interstitial size list for Imp id=i (No valid sizes between 9x9 and 10x10)',
  ]);
});

test('names have two spellings', async () => {
  const { request } = await ingest(aBody(srv({ experimentadscert: { enabled: true }, 'no-sale': ['alpha'] })));
  expect(request.ext?.srv).toEqual({ experiment: { adscert: { enabled: true } }, nosale: ['alpha'] });
});
