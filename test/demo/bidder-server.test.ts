/** The demo bidder over its own socket. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoBidder, startDemoBidder } from '#src/demo/bidder-server.ts';
import type { BidResponse, Imp } from '#src/openrtb/ortb.ts';

let bidder: DemoBidder;
beforeAll(async () => {
  bidder = await startDemoBidder();
});
afterAll(() => bidder.close());

const post = (body: string, path = '/'): Promise<Response> => fetch(`${bidder.origin}${path}`, { method: 'POST', body });

async function bidsFor(imp: Partial<Imp>, path = '/') {
  const response = await post(JSON.stringify({ id: 'r', imp: [{ id: 'i', ...imp }] }), path);
  const { seatbid = [] } = (await response.json()) as BidResponse;
  return seatbid.flatMap(({ bid }) => bid);
}

const common = { id: 'bid-i', impid: 'i', price: 1.35, adomain: ['advertiser.example'] };

describe('the demo bidder', () => {
  test('bids a banner of the first size', async () => {
    expect(await bidsFor({ banner: { format: [{ w: 728, h: 90 }] } })).toEqual([
      { ...common, crid: 'demo-1', mtype: 1, w: 728, h: 90, adm: expect.stringContaining('auctor test creative 728×90') },
    ]);
  });

  test('bids a video of the requested size, or of a default one', async () => {
    const video = { mimes: ['video/mp4'] };
    expect(await bidsFor({ video: { ...video, w: 320, h: 180 } })).toEqual([
      { ...common, crid: 'demo-2', mtype: 2, w: 320, h: 180, dur: 15, adm: expect.stringContaining('width="320" height="180"') },
    ]);
    expect(await bidsFor({ video })).toMatchObject([{ w: 640, h: 360 }]);
  });

  test('bids audio', async () => {
    expect(await bidsFor({ audio: { mimes: ['audio/mp4'] } })).toEqual([
      { ...common, crid: 'demo-3', mtype: 3, dur: 30, adm: expect.stringContaining('type="audio/mp4"') },
    ]);
  });

  test('fills every requested asset of a native request', async () => {
    const assets = [{ id: 7, title: { len: 90 } }, { id: 8, img: { w: 50 } }, { data: { type: 1 } }, {}];
    const [bid] = await bidsFor({ native: { request: JSON.stringify({ assets }) } });
    expect(bid).toMatchObject({ ...common, crid: 'demo-4', mtype: 4 });
    expect(JSON.parse(bid?.adm ?? '')).toEqual({
      ver: '1.2',
      link: { url: 'https://advertiser.example' },
      assets: [
        { id: 7, title: { text: 'auctor test creative' } },
        { id: 8, img: { url: 'https://advertiser.example/image.png', w: 50, h: 250 } },
        { id: 2, data: { value: 'advertiser.example' } },
        { id: 3, data: { value: '' } },
      ],
    });
  });

  test('bids a native creative without assets if the request is unreadable', async () => {
    for (const request of ['{', 'null', '{"assets":1}']) {
      const [bid] = await bidsFor({ native: { request } });
      expect(JSON.parse(bid?.adm ?? '')).toMatchObject({ assets: [] });
    }
  });

  test('bids more at its generous URL, and not below the floor', async () => {
    const banner = { w: 300, h: 250 };
    expect(await bidsFor({ banner }, '/generous')).toMatchObject([{ price: 2.4 }]);
    expect(await bidsFor({ banner, bidfloor: 2 })).toEqual([]);
    expect(await bidsFor({ banner, bidfloor: 2, ext: { bidder: { price: 0.5 } } })).toMatchObject([{ price: 0.5 }]);
  });

  test('bids nothing on an imp without media', async () => {
    expect(await bidsFor({})).toEqual([]);
  });

  test('rejects an invalid bid request', async () => {
    for (const body of ['{', 'null', '{"id":"r"}']) {
      const response = await post(body);
      expect([response.status, await response.text()]).toEqual([400, 'not a bid request']);
    }
  });
});
