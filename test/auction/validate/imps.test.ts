import { describe, expect, test } from 'vitest';
import { checkImp } from '#src/auction/validate/imps.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const error = (imp: Partial<Imp>, variant: 'go' | 'java' = 'go'): string | undefined =>
  checkImp({ id: 'i', ...imp }, 3, dialects[variant].imp);

const video = { mimes: ['video/mp4'] };

describe('an imp', () => {
  test('has at least one media type', () => {
    expect(error({ video })).toBeUndefined();
    expect(error({})).toBe('request.imp[3] must contain at least one of "banner", "video", "audio", or "native"');
  });

  test('is validated media type by media type in order', () => {
    const bad = { banner: {}, video: {}, audio: {}, native: {}, pmp: { deals: [{}] } };
    expect(error(bad)).toMatch(/imp\[3\]\.banner has no sizes/);
    expect(error({ ...bad, banner: undefined })).toBe('request.imp[3].video.mimes must contain at least one supported MIME type');
    expect(error({ ...bad, banner: undefined, video })).toBe('request.imp[3].audio.mimes must contain at least one supported MIME type');
    expect(error({ native: {}, pmp: bad.pmp })).toBe('request.imp[3].native missing required property "request"');
    expect(error({ video, pmp: { deals: [{ id: 'd' }, {}] } })).toBe('request.imp[3].pmp.deals[1] missing required field: "id"');
    expect(error({ video, pmp: {} })).toBeUndefined();
  });

  test('has no metrics', () => {
    expect(error({ metric: [{}], video })).toBe('request.imp[3].metric is not yet supported by auctor. Support may be added in the future');
    expect(error({ metric: [], video })).toBeUndefined();
  });

  test('has metrics with a type and a share in the Java variant', () => {
    expect(error({ metric: [{ type: 'viewability', value: 1 }], video }, 'java')).toBeUndefined();
    expect(error({ metric: [{ value: 1 }] }, 'java')).toBe('Missing request.imp[3].metric[0].type');
    for (const value of [undefined, -0.1, 1.1]) {
      expect(error({ metric: [{ type: 't', value }] }, 'java')).toBe('request.imp[3].metric[0].value must be in the range [0.0, 1.0]');
    }
  });
});

describe('video and audio', () => {
  test('have no negative measures', () => {
    for (const name of ['w', 'h', 'minbitrate', 'maxbitrate']) {
      expect(error({ video: { ...video, [name]: -1 } })).toBe(`request.imp[3].video.${name} must be a positive number`);
      expect(error({ video: { ...video, [name]: -1 } }, 'java')).toBeUndefined();
    }
    for (const name of ['sequence', 'maxseq', 'minbitrate', 'maxbitrate']) {
      expect(error({ audio: { mimes: ['audio/mp4'], [name]: -1 } })).toBe(`request.imp[3].audio.${name} must be a positive number`);
      expect(error({ audio: { mimes: ['audio/mp4'], [name]: -1 } }, 'java')).toBeUndefined();
    }
    expect(error({ audio: { mimes: ['audio/mp4'] } })).toBeUndefined();
  });
});
