import { describe, expect, it } from 'vitest';
import msft from '#src/bidders/adapters/msft.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const badExt = (id: string) => generic(`failed to parse ext for impression id '${id}'`);
const ads = (...own: (object | undefined)[]) => own.map((appnexus) => ({ ext: appnexus && { appnexus } }));

testAdapter(msft, {
  requests: {
    'gets its own params, and the member in the URL': {
      builder: { endpoint: 'https://acme.example/bid?z=1' },
      imps: [
        {
          id: '1',
          banner: { format: [{ w: 1, h: 2 }] },
          ext: {
            bidder: {
              placement_id: 7,
              member: 9,
              inv_code: 'i',
              keywords: 'k',
              pubclick: 'c',
              use_pmt_rule: false,
              ext_imp_id: '',
              banner_frameworks: [5],
            },
            gpid: 'g',
            tid: 'lost',
          },
        },
        { id: '2', tagid: 't', displaymanagerver: 'd', banner: { w: 3, api: [1] }, ext: { bidder: { banner_frameworks: [5] } } },
        { id: '3', tagid: 't', ext: {} },
      ],
      request: {
        app: { ext: { srv: { source: 's', version: '1' } } },
        ext: { k: 1, srv: { targeting: { includebrandcategory: {} } }, appnexus: { is_amp: 0, hb_source: 8, x: 1 } },
      },
      headers: { ...jsonAccept, 'X-Openrtb-Version': '2.6' },
      calls: [
        {
          uri: 'https://acme.example/bid?member_id=9&z=1',
          body: {
            id: 'request',
            imp: [
              {
                id: '1',
                tagid: 'i',
                displaymanagerver: 's-1',
                banner: { w: 1, h: 2, api: [5], format: [{ w: 1, h: 2 }] },
                ext: { appnexus: { placement_id: 7, keywords: 'k', pub_click: 'c', use_pmt_rule: false }, gpid: 'g' },
              },
              { id: '2', tagid: 't', displaymanagerver: 'd', banner: { w: 3, api: [1] }, ext: { appnexus: {} } },
              { id: '3', tagid: 't', displaymanagerver: 's-1', ext: { appnexus: {} } },
            ],
            app: { ext: { srv: { source: 's', version: '1' } } },
            ext: {
              k: 1,
              srv: { targeting: { includebrandcategory: {} } },
              appnexus: { include_brand_category: true, brand_category_uniqueness: true, is_amp: 0, hb_source: 5 },
            },
          },
        },
      ],
    },
    'gets at most ten imps in a call': {
      params: Array.from({ length: 11 }, () => ({})),
      calls: [{ impIds: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] }, { impIds: ['11'] }],
    },
    'does not get imps that cannot be read': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: { member: '9' } } },
        { id: '3', ext: { bidder: {}, gpid: 1 } },
      ],
      errors: [badExt('1'), badExt('2'), badExt('3')],
    },
    'gets no call for two members': {
      params: ['x', { member: 1 }, {}, { member: 2 }, 'x'],
      errors: [badExt('1'), generic('member id mismatch: all impressions must use the same member id')],
    },
    'needs a readable extension of the request': {
      params: ['x', {}],
      request: { ext: 'x' },
      errors: [badExt('1'), generic(NOT_AN_OBJECT)],
    },
    'needs a readable extension of its own': {
      params: [{}],
      request: { ext: { appnexus: { is_amp: true } } },
      errors: [generic('malformed request ext.appnexus')],
    },
    'always knows whether the page is an AMP page, in the Java variant': {
      ...java,
      imps: [{ id: '1', ext: { bidder: {} } }],
      request: { ext: { srv: { server: { endpoint: '/openrtb2/amp' }, targeting: { includebrandcategory: 1 } } } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', ext: { appnexus: {} } }],
            ext: {
              srv: { server: { endpoint: '/openrtb2/amp' }, targeting: { includebrandcategory: 1 } },
              appnexus: { include_brand_category: true, brand_category_uniqueness: true, is_amp: 1, hb_source: 5 },
            },
          },
        },
      ],
    },
    'has errors of its own, in the Java variant': {
      ...java,
      params: ['x'],
      errors: [badInput(`Failed to deserialize Microsoft imp extension: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'has types, categories and priorities of its own': {
      bids: [
        {
          cat: ['a', 'b'],
          ...ads({ bid_ad_type: 1, brand_category_id: 4, deal_priority: 5, creative_info: { video: { duration: 6 } } })[0],
        },
        { cat: ['a', 'b'], ...ads({ brand_category_id: 9999 })[0] },
        ...ads({ bid_ad_type: 3 }, { bid_ad_type: 2 }, undefined),
      ],
      result: [
        { type: 'video', bid: { cat: ['IAB2-3'] }, dealPriority: 5, video: { duration: 6, primary_category: '' } },
        { type: 'banner', bid: { cat: [] }, dealPriority: 0, video: { duration: 0, primary_category: '' } },
        { type: 'native' },
      ],
      errors: [generic('unrecognized bid_ad_type in response: 2'), generic('expect { or n, but found \0')],
    },
    'keeps its good bids, in the Java variant': {
      ...java,
      bids: ads({ bid_ad_type: 2 }, {}),
      types: ['banner'],
      errors: [badServer('Unsupported bid ad type: 2')],
    },
    'needs a good bid, in the Java variant': {
      ...java,
      bids: ads({ bid_ad_type: 2 }, undefined),
      errors: [
        badServer('Unsupported bid ad type: 2'),
        badServer('Missing Microsoft bid extension'),
        badServer('No valid bids found in response'),
      ],
    },
  },
});

describe('the source of bids of msft', () => {
  const bodyFor = (extraInfo: string, endpoint?: 'amp' | 'video') => {
    const { calls } = msft.build({ ...builder, extraInfo }).makeRequests(requestOf({ id: '1', bidder: {} }), { ...info, endpoint });
    return calls[0]?.body;
  };

  it('depends on the endpoint and on the host', () => {
    expect(bodyFor('')).toHaveProperty('ext.appnexus', { hb_source: 5 });
    expect(bodyFor('', 'video')).toHaveProperty('ext.appnexus', { hb_source: 6 });
    expect(bodyFor('{"hb_source":50,"hb_source_video":60}', 'amp')).toHaveProperty('ext.appnexus', { hb_source: 50, is_amp: 1 });
    expect(bodyFor('{"hb_source":50,"hb_source_video":60}', 'video')).toHaveProperty('ext.appnexus', { hb_source: 60 });
    expect(bodyFor('{"hb_source":0}')).toHaveProperty('ext.appnexus', { hb_source: 5 });
  });

  it('stops the start if it is malformed', () => {
    expect(() => msft.build({ ...builder, extraInfo: '{"hb_source":"5"}' })).toThrow('malformed extra adapter info');
  });
});
