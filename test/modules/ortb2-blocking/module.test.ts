import { describe, expect, test } from 'vitest';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import { closeDraft, openDraft } from '#src/modules/drafts.ts';
import type { HookContext, HookResult, Module } from '#src/modules/hook.ts';
import definition from '#src/modules/ortb2-blocking/module.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import { hostInfo, validRequest } from '#test/helpers/auction.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const module = definition.start({}, moduleEnv()) as Module;

const contextOf = (settings: Ext, over: Partial<HookContext> = {}): HookContext =>
  hookContext({ stage: 'bidder_request', settings, bidder: 'alpha', info: hostInfo(), ...over });

interface Filled {
  readonly request: BidRequest;
  readonly result: HookResult;
}

function fill(attributes: Ext, request: Partial<BidRequest> = {}, over: Partial<HookContext> = {}): Filled {
  const draft = openDraft({ ...validRequest(), ...request } as BidRequest);
  const result = (module.hooks.bidder_request?.(draft, contextOf({ attributes }, over)) ?? {}) as HookResult;
  const copy = JSON.parse(JSON.stringify(draft)) as BidRequest;
  closeDraft(draft);
  return { request: copy, result };
}

interface Checked {
  /** Ids of the remaining bids. */
  readonly retained: readonly string[];
  readonly result: HookResult;
}

const TYPED = { type: 'banner' as 'banner' | 'video' | '' };

/** Checks bids after the module has processed the bidder's request. */
function check(
  attributes: Ext,
  bids: readonly Partial<Bid>[],
  over: Partial<HookContext> & { request?: Partial<BidRequest>; type?: 'video' } = {},
): Checked {
  const { request, type, ...context } = over;
  const memory = (fill(attributes, request, context).result.memory ?? {}) as Ext;
  const typed = bids.map((bid, i) => ({
    ...TYPED,
    ...(type ? { type } : {}),
    bid: { id: `${i}`, impid: 'imp-1', price: 1, ...bid } as Bid,
  }));
  const draft = openDraft({ responses: [{ currency: 'USD', bids: typed }] });
  const result = (module.hooks.raw_bidder_response?.(
    draft,
    contextOf({ attributes }, { ...context, memory, stage: 'raw_bidder_response' }),
  ) ?? {}) as HookResult;
  const retained = draft.responses.flatMap((response) => response.bids.map(({ bid }) => bid.id));
  closeDraft(draft);
  return { retained, result };
}

const video = { imp: [{ id: 'imp-1', video: { mimes: ['video/mp4'] } }] };

describe('blocking lists of the account', () => {
  test('are added to the bidder’s request', () => {
    const { request, result } = fill({
      badv: { blocked_adomain: ['bad.example'] },
      bcat: { blocked_adv_cat: ['IAB1'], category_taxonomy: 7 },
      bapp: { blocked_app: ['app'] },
      btype: { blocked_banner_type: [3] },
      battr: { blocked_banner_attr: [1, 8] },
    });
    expect(request).toMatchObject({
      badv: ['bad.example'],
      bcat: ['IAB1'],
      cattax: 7,
      bapp: ['app'],
      imp: [{ banner: { btype: [3], battr: [1, 8] } }],
    });
    expect(result.changes?.map(({ key }) => key.join('.'))).toEqual([
      'bidrequest.badv',
      'bidrequest.bapp',
      'bidrequest.bcat',
      'bidrequest.imp.banner.btype',
      'bidrequest.imp.banner.battr',
      'bidrequest.cattax',
    ]);
    expect(result.memory).toEqual({
      alpha: {
        badv: ['bad.example'],
        bcat: ['IAB1'],
        bapp: ['app'],
        cattax: 7,
        battr: { banner: { 'imp-1': [1, 8] }, video: {}, audio: {} },
      },
    });
  });

  test('may be written with dashes', () => {
    expect(fill({ badv: { 'blocked-adomain': ['bad.example'] } }).request.badv).toEqual(['bad.example']);
  });

  test('do not replace those of the request', () => {
    const { request, result } = fill(
      { badv: { blocked_adomain: ['bad.example'] }, battr: { blocked_banner_attr: [1] }, bcat: { category_taxonomy: 7 } },
      { badv: ['own.example'], cattax: 2, imp: [{ id: 'imp-1', banner: { battr: [9] } }] },
    );
    expect(request).toMatchObject({ badv: ['own.example'], cattax: 2, imp: [{ banner: { battr: [9] } }] });
    expect(result.changes).toEqual([]);
  });

  test('add no format to an imp', () => {
    const { request } = fill({ btype: { blocked_banner_type: [3] }, battr: { blocked_banner_attr: [1], blocked_video_attr: [2] } }, video);
    expect(request.imp).toEqual([{ id: 'imp-1', video: { mimes: ['video/mp4'], battr: [2] } }]);
  });

  test('name no taxonomy to bidders of OpenRTB 2.5', () => {
    const old: BidderInfo = hostInfo({ openrtb: { version: '2.5', gppSupported: true, multiformatSupported: true } });
    expect(fill({ bcat: { category_taxonomy: 7 } }, {}, { info: old }).request.cattax).toBeUndefined();
  });

  test('are empty for an account without settings', () => {
    expect(module.hooks.bidder_request?.({} as never, contextOf({}))).toBeUndefined();
    expect(module.hooks.raw_bidder_response?.({} as never, contextOf({}))).toBeUndefined();
  });
});

describe('exceptions', () => {
  const overrides = (...entries: { conditions: Ext; override: unknown }[]): Ext => ({
    badv: { blocked_adomain: ['usual'], action_overrides: { blocked_adomain: entries } },
  });

  test('match a bidder in any case', () => {
    expect(fill(overrides({ conditions: { bidders: ['ALPHA'] }, override: ['own'] })).request.badv).toEqual(['own']);
    expect(fill(overrides({ conditions: { bidders: ['beta'] }, override: ['own'] })).request.badv).toEqual(['usual']);
  });

  test.each(['media_types', 'media-types', 'media-type'])('match media types (%s)', (name) => {
    const settings = overrides({ conditions: { [name]: ['Video'] }, override: ['own'] });
    expect(fill(settings, video).request.badv).toEqual(['own']);
    expect(fill(settings).request.badv).toEqual(['usual']);
  });

  test('for the bidder precede those for all, and more than one causes a warning', () => {
    const { request, result } = fill(
      overrides({ conditions: { media_types: ['banner'] }, override: ['all'] }, { conditions: { bidders: ['alpha'] }, override: ['own'] }),
    );
    expect(request.badv).toEqual(['own']);
    expect(result.warnings).toEqual(['More than one condition matches request. Bidder: alpha, request media types: banner']);
  });

  test('may remove a list', () => {
    expect(fill(overrides({ conditions: { bidders: ['alpha'] }, override: [] })).request.badv).toBeUndefined();
  });

  test('without a condition are an error', () => {
    const error =
      'failed to update badv field: failed to get override for badv.blocked_adomain: bidders and media_types absent from conditions, at least one of the fields must be present';
    expect(fill(overrides({ conditions: {}, override: [] })).result.failure).toBe(error);
  });

  test.each([
    [
      { badv: { blocked_adomain: 'x' } },
      'failed to update badv field: failed to get override for badv.blocked_adomain: must be a list of strings',
    ],
    [
      { battr: { blocked_video_attr: ['x'] } },
      'failed to update battr field: failed to get override for imp.*.video.battr: must be a list of integers',
    ],
    [
      { badv: { action_overrides: { blocked_adomain: 1 } } },
      'failed to update badv field: failed to get override for badv.blocked_adomain: overrides must be a list of objects',
    ],
  ])('that are invalid are reported: %j', (attributes, failure) => {
    expect(fill(attributes).result.failure).toBe(failure);
  });
});

describe('bids', () => {
  const badv = { badv: { enforce_blocks: true, blocked_adomain: ['bad.example', 'worse.example'] } };

  test('are not checked against lists that are only sent', () => {
    expect(check({ badv: { blocked_adomain: ['bad.example'] } }, [{ adomain: ['bad.example'] }]).retained).toEqual(['0']);
  });

  test('of blocked advertisers are removed, with all details reported', () => {
    const { retained, result } = check(badv, [{ adomain: ['good.example', 'bad.example'] }, { adomain: ['good.example'] }, {}]);
    expect(retained).toEqual(['1', '2']);
    expect(result).toEqual({
      debug: ['Bid 0 from bidder alpha has been rejected, failed checks: badv'],
      warnings: [],
      changes: [{ key: ['bids'], type: 'update' }],
      rejections: { alpha: [{ impId: 'imp-1', reason: 356, bidId: '0' }] },
      tags: {
        activities: [
          {
            name: 'enforce-blocking',
            status: 'success',
            results: [
              {
                status: 'success-block',
                values: { attributes: ['badv'], adomain: ['bad.example'] },
                appliedto: { bidder: 'alpha', impids: ['imp-1'] },
              },
              { status: 'success-allow', appliedto: { bidder: 'alpha', impids: ['imp-1'] } },
              { status: 'success-allow', appliedto: { bidder: 'alpha', impids: ['imp-1'] } },
            ],
          },
        ],
      },
    });
  });

  test('are checked against the request’s own list if that was sent', () => {
    expect(
      check(badv, [{ adomain: ['bad.example'] }, { adomain: ['own.example'] }], { request: { badv: ['own.example'] } }).retained,
    ).toEqual(['0']);
  });

  test('without values may be blocked for that', () => {
    const settings = { badv: { ...badv.badv, block_unknown_adomain: true }, bcat: { enforce_blocks: true, block_unknown_adv_cat: true } };
    const { retained, result } = check(settings, [{}, { adomain: ['good.example'], cat: ['IAB1'] }]);
    expect(retained).toEqual(['1']);
    expect(result.tags?.activities[0]?.results?.[0]?.values).toEqual({ attributes: ['badv', 'bcat'], adomain: [''], bcat: [''] });
    expect(result.rejections).toEqual({ alpha: [{ impId: 'imp-1', reason: 350, bidId: '0' }] });
  });

  test.each([
    [{ bcat: { enforce_blocks: true, blocked_adv_cat: ['IAB1'] } }, { cat: ['IAB1'] }, { attributes: ['bcat'], bcat: ['IAB1'] }],
    [{ bcat: { enforce_blocks: true } }, { cattax: 2 }, { attributes: ['cattax'], bcat: [2] }],
    [{ bapp: { enforce_blocks: true, blocked_app: ['app'] } }, { bundle: 'app' }, { attributes: ['bapp'], bundle: 'app' }],
    [{ battr: { enforce_blocks: true, blocked_banner_attr: [1, 2] } }, { attr: [2, 3] }, { attributes: ['battr'], attr: [2] }],
  ])('are blocked by %j', (attributes, bid, values) => {
    const { retained, result } = check(attributes, [bid]);
    expect(retained).toEqual([]);
    expect(result.rejections?.['alpha']?.[0]?.reason).toBe(350);
    expect(result.tags?.activities[0]?.results?.[0]?.values).toEqual(values);
  });

  test('for an imp without a list remain, whatever the name of the imp', () => {
    const battr = { battr: { enforce_blocks: true, blocked_banner_attr: [1] } };
    expect(check(battr, [{ impid: 'constructor', attr: [1] }, { attr: [1] }]).retained).toEqual(['0']);
  });

  test('of the requested taxonomy remain', () => {
    expect(check({ bcat: { enforce_blocks: true, category_taxonomy: 7 } }, [{ cattax: 7 }, { cattax: 1 }]).retained).toEqual(['0']);
    expect(check({ bcat: { enforce_blocks: true } }, [{ cattax: 1 }]).retained).toEqual(['0']);
  });

  test('have the attributes of their own media type', () => {
    const settings = { battr: { enforce_blocks: true, blocked_banner_attr: [1], blocked_video_attr: [2] } };
    expect(check(settings, [{ attr: [1] }, { attr: [2] }], { request: video, type: 'video' }).retained).toEqual(['0']);
  });

  test('of deals may have the permitted values', () => {
    const settings = {
      badv: {
        ...badv.badv,
        allowed_adomain_for_deals: ['bad.example'],
        action_overrides: { allowed_adomain_for_deals: [{ conditions: { deal_ids: ['d2'] }, override: ['worse.example'] }] },
      },
    };
    const bids = ['d1', 'd2', undefined].flatMap((dealid) => [
      { dealid, adomain: ['bad.example'] },
      { dealid, adomain: ['worse.example'] },
    ]);
    expect(check(settings, bids as Partial<Bid>[]).retained).toEqual(['0', '2', '3']);
  });

  test.each(['allowed_app_for_deals', 'allowed_bapp_for_deals', 'allowed-bapp-for-deals'])('of deals may have apps (%s)', (name) => {
    const settings = { bapp: { enforce_blocks: true, blocked_app: ['app'], [name]: ['app'] } };
    expect(check(settings, [{ bundle: 'app', dealid: 'd' }, { bundle: 'app' }]).retained).toEqual(['0']);
  });

  test('are checked per bidder', () => {
    const settings = {
      badv: {
        blocked_adomain: ['bad.example'],
        action_overrides: { enforce_blocks: [{ conditions: { bidders: ['alpha'] }, override: true }] },
      },
    };
    expect(check(settings, [{ adomain: ['bad.example'] }]).retained).toEqual([]);
    expect(check(settings, [{ adomain: ['bad.example'] }], { bidder: 'beta' }).retained).toEqual(['0']);
  });

  test('remain if the settings are invalid, which is reported', () => {
    const settings = { badv: { ...badv.badv, action_overrides: { allowed_adomain_for_deals: [{ conditions: {}, override: [] }] } } };
    const { retained, result } = check(settings, [{ adomain: ['bad.example'] }]);
    expect(retained).toEqual(['0']);
    expect(result.failure).toBe(
      'failed to process badv block checking: failed to get override for badv.allowed_adomain_for_deals: conditions field in account configuration must contain deal_ids',
    );
    expect(result.tags?.activities).toEqual([{ name: 'enforce-blocking', status: 'error' }]);
  });

  test('of a bidder without lists are only checked for required values', () => {
    const memory = {};
    const draft = openDraft({
      responses: [{ bids: [{ ...TYPED, bid: { id: 'x', impid: 'imp-1', price: 1, adomain: ['bad.example'] } as Bid }] }],
    });
    void module.hooks.raw_bidder_response?.(draft, contextOf({ attributes: badv }, { memory }));
    expect(draft.responses[0]?.bids).toHaveLength(1);
  });
});
