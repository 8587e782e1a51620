import { describe, expect, test } from 'vitest';
import { toAuctionBody, videoExtension } from '#src/auction/endpoints/video/auction-body.ts';
import type { VideoRequest } from '#src/auction/endpoints/video/request.ts';
import { mediumGranularity } from '#src/openrtb/granularity.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';

const pods = (requireexactduration?: boolean): VideoRequest => ({ podconfig: { durationrangesec: [15, 30], requireexactduration } });

describe('the extension of a video request', () => {
  test('contains the durations bids may be rounded up to', () => {
    const reported = (request: VideoRequest, variant: 'go' | 'java') =>
      videoExtension(request, dialects[variant].video).targeting?.durationrangesec;
    expect([reported(pods(), 'go'), reported(pods(false), 'go'), reported(pods(true), 'go')]).toEqual([[15, 30], [15, 30], undefined]);
    expect([reported(pods(), 'java'), reported(pods(false), 'java'), reported(pods(true), 'java')]).toEqual([
      undefined,
      [15, 30],
      undefined,
    ]);
  });

  test('has no category and the medium price granularity if the request has neither', () => {
    expect(videoExtension(pods(true), dialects.go.video)).toEqual({
      cache: { vastxml: {} },
      targeting: { pricegranularity: mediumGranularity(), includebidderkeys: true, includebrandcategory: { withcategory: false } },
    });
  });

  test("copies the request's own settings", () => {
    const request: VideoRequest = {
      ...pods(true),
      includebrandcategory: { primaryadserver: 2, publisher: 'p', translatecategories: false },
      pricegranularity: 'low',
      supportdeals: true,
      appendbiddernames: true,
    };
    expect(videoExtension(request, dialects.go.video)).toEqual({
      cache: { vastxml: {} },
      supportdeals: true,
      targeting: {
        pricegranularity: 'low',
        includebidderkeys: true,
        appendbiddernames: true,
        includebrandcategory: { primaryadserver: 2, publisher: 'p', withcategory: true, translatecategories: false },
      },
    });
  });

  test('has the medium price granularity for one without precision in the Java variant', () => {
    const request = { ...pods(true), pricegranularity: { ranges: [{ max: 5, increment: 1 }] } };
    expect(videoExtension(request, dialects.java.video).targeting?.pricegranularity).toEqual(mediumGranularity());
    expect(videoExtension(request, dialects.go.video).targeting?.pricegranularity).toEqual(request.pricegranularity);
  });
});

describe('the auction of a video request', () => {
  const imp = [{ id: '1_0' }];

  test('has five seconds by default, and is merged over the default request', () => {
    const services = testServices({ defaultRequest: { tmax: 1, badv: ['x'], ext: { srv: { integration: 'i' } } } });
    expect(toAuctionBody({ ...pods(true), app: { id: 'a' }, content: { title: 't' }, bcat: [] }, imp, true, services)).toEqual({
      id: 'bid_id',
      imp,
      app: { id: 'a', content: { title: 't' } },
      test: 1,
      tmax: 5000,
      badv: ['x'],
      ext: { srv: { integration: 'i', ...videoExtension(pods(true), dialects.go.video) } },
    });
  });

  test('has an id of its own on hosts that generate ids', () => {
    const services = testServices({ settings: { generate_request_id: true } });
    expect(toAuctionBody(pods(), imp, false, services)['id']).toBe(services.random.uuid());
  });

  test('names the currency and no time in the Java variant', () => {
    const services = testServices({ settings: { variant: 'java' } });
    expect(toAuctionBody({ ...pods(true), site: { page: 'p' }, test: 0 }, imp, false, services)).toMatchObject({
      cur: ['USD'],
      site: { page: 'p' },
      test: 0,
    });
    expect(toAuctionBody(pods(), imp, false, services)).not.toHaveProperty('tmax');
  });
});
