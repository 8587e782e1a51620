import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitInterstitials } from '#src/auction/validate/interstitial.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const percent = fc.integer({ min: 0, max: 100 });
const side = fc.integer({ min: 2, max: 2100 });
const cases = fc.record({ w: side, h: side, width: percent, height: percent, fromDevice: fc.boolean() });

function fitted({ w, h, width, height, fromDevice }: { w: number; h: number; width: number; height: number; fromDevice: boolean }) {
  const given = fromDevice ? [] : [{ w, h }];
  const request: BidRequest = {
    id: 'r',
    imp: [{ id: 'imp', instl: 1, banner: { format: given } }],
    device: {
      w: fromDevice ? w : 1,
      h: fromDevice ? h : 1,
      ext: { srv: { interstitial: { minwidthperc: width, minheightperc: height } } },
    },
  };
  const go = structuredClone(request);
  const java = structuredClone(request);
  return {
    rejection: fitInterstitials(go, dialects.go.interstitial),
    go: go.imp[0]?.banner?.format ?? [],
    javaRejection: fitInterstitials(java, dialects.java.interstitial),
    java: java.imp[0]?.banner?.format ?? [],
    given,
  };
}

describe('for any interstitial', () => {
  test('all formats lie between the percentage and the max size, ten at most', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { rejection, go } = fitted(one);
        if (rejection) return;
        expect(go.length).toBeGreaterThan(0);
        expect(go.length).toBeLessThanOrEqual(10);
        for (const { w = 0, h = 0 } of go) {
          expect(w).toBeLessThanOrEqual(one.w);
          expect(h).toBeLessThanOrEqual(one.h);
          expect(w).toBeGreaterThan((one.w * one.width) / 100 - 1);
          expect(h).toBeGreaterThan((one.h * one.height) / 100 - 1);
        }
      }),
    );
  });

  test('the Java variant never rejects a real size, and returns nothing below the exact percentage', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { javaRejection, java, given } = fitted(one);
        expect(javaRejection).toBeUndefined();
        const retained = JSON.stringify(java) === JSON.stringify(given);
        for (const { w = 0, h = 0 } of retained ? [] : java) {
          expect(w * 100).toBeGreaterThanOrEqual(one.w * one.width);
          expect(h * 100).toBeGreaterThanOrEqual(one.h * one.height);
        }
      }),
    );
  });
});
