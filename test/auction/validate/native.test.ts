import { describe, expect, test } from 'vitest';
import { checkContext, checkEventTracker, checkNative } from '#src/auction/validate/native.ts';
import { NATIVE_SPEC } from '#src/auction/validate/native-values.ts';
import type { Native } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const TITLE = { title: { len: 90 } };
const N = 'request.imp[2].native.request';

function check(request: unknown, variant: 'go' | 'java' = 'go'): string | undefined {
  const native: Native = { request: typeof request === 'string' ? request : JSON.stringify(request) };
  return checkNative(native, 2, dialects[variant].imp.native);
}

function written(request: unknown, variant: 'go' | 'java' = 'go'): unknown {
  const native: Native = { request: JSON.stringify(request) };
  expect(checkNative(native, 2, dialects[variant].imp.native)).toBeUndefined();
  return native.request;
}

describe('a native request', () => {
  test('must be present and parsable', () => {
    expect(checkNative(undefined, 2, dialects.go.imp.native)).toBeUndefined();
    expect(check('')).toBe('request.imp[2].native missing required property "request"');
    expect(check('', 'java')).toBe('request.imp[2].native contains empty request value');
    expect(check('malformed')).toBe('expect { or n, but found m');
    expect(check('malformed', 'java')).toBe(`Error while parsing ${N}: expect { or n, but found m`);
    expect(check({ assets: 'x' })).toBe('cannot unmarshal request.assets: decode slice: expect [ or n, but found "');
  });

  test('is serialized in field order, unknown ones last, completely', () => {
    const request = { x: 1, assets: [{ y: 2, title: { len: 1 } }], context: 1, ver: '1.2', seq: 0, privacy: null };
    expect(written(request)).toBe('{"ver":"1.2","context":1,"seq":0,"assets":[{"id":0,"title":{"len":1},"y":2}],"x":1}');
  });

  test('is rejected if it is nested too deeply', () => {
    const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
    expect(check(`{"assets":[{"title":{"len":1}}],"ext":${deep}}`)).toBe('exceeded max depth');
  });

  test('has a placement of the list or of an exchange', () => {
    for (const plcmttype of [0, 1, 4, 500]) expect(check({ plcmttype, assets: [TITLE] })).toBeUndefined();
    for (const plcmttype of [-1, 5, 499]) {
      expect(check({ plcmttype, assets: [TITLE] })).toBe(`${N}.plcmttype is invalid. See ${NATIVE_SPEC}#page=40`);
    }
  });

  test('has a context that matches its subtype', () => {
    expect(check({ context: 1, contextsubtype: 20, assets: [TITLE] })).toBe(
      `${N}.context is 1, but contextsubtype is 20. This is an invalid combination. See ${NATIVE_SPEC}#page=39`,
    );
    expect(checkContext(1, -1, 2, dialects.go.imp.native)).toBe(
      `${N}.contextsubtype value can't be less than 0. See ${NATIVE_SPEC}#page=39`,
    );
    expect(checkContext(1, -1, 2, dialects.java.imp.native)).toBe(`${N}.contextsubtype is invalid. See ${NATIVE_SPEC}#page=39`);
    expect(checkContext(0, 77, 2, dialects.go.imp.native)).toBeUndefined();
    expect(checkContext(4, 0, 2, dialects.go.imp.native)).toBe(`${N}.context is invalid. See ${NATIVE_SPEC}#page=39`);
  });

  test('has event trackers with a known event and methods', () => {
    const eventtrackers = [{ event: 1, methods: [1] }, { event: 1 }];
    expect(check({ assets: [TITLE], eventtrackers })).toBe(
      `${N}.eventtrackers[1].method is required. See section 7.7: ${NATIVE_SPEC}#page=43`,
    );
    const invalidEvent = `${N}.eventtrackers[1].event is invalid. See section 7.6: ${NATIVE_SPEC}#page=43`;
    expect(checkEventTracker({}, 2, 1, dialects.go.imp.native)).toBe(invalidEvent);
    expect(checkEventTracker({ event: 5 }, 2, 1, dialects.java.imp.native)).toBe(invalidEvent);
    expect(checkEventTracker({ methods: [1] }, 2, 1, dialects.java.imp.native)).toBeUndefined();
    expect(checkEventTracker({ event: 500, methods: [3] }, 2, 1, dialects.java.imp.native)).toBeUndefined();
    const invalidMethod = `${N}.eventtrackers[1].methods[0] is invalid. See section 7.7: ${NATIVE_SPEC}#page=43`;
    expect(checkEventTracker({ event: 1, methods: [3] }, 2, 1, dialects.java.imp.native)).toBe(invalidMethod);
    expect(checkEventTracker({ event: 1, methods: [3] }, 2, 1, dialects.go.imp.native)).toBe(invalidMethod);
  });
});

describe('asset ids', () => {
  const ids = (assets: unknown[], variant: 'go' | 'java' = 'go'): unknown =>
    (JSON.parse(String(written({ assets }, variant))) as { assets: { id: number }[] }).assets.map(({ id }) => id);

  test('are the list indexes if none is given', () => {
    expect(ids([TITLE, { id: 0, ...TITLE }, TITLE])).toEqual([0, 1, 2]);
  });

  test('are kept if one is given, a missing one counting as 0', () => {
    expect(ids([{ id: 7, ...TITLE }, TITLE])).toEqual([7, 0]);
    expect(check({ assets: [{ id: 7, ...TITLE }, TITLE, TITLE] })).toMatch(/assets\[2\]\.id is already being used by another asset/);
  });

  test('are filled one by one in the Java variant', () => {
    expect(ids([{ id: 7, ...TITLE }, TITLE], 'java')).toEqual([7, 1]);
    expect(
      check(
        {
          assets: [
            { id: 0, ...TITLE },
            { id: 0, ...TITLE },
          ],
        },
        'java',
      ),
    ).toMatch(/assets\[1\]\.id is already being used/);
  });
});

describe('an asset', () => {
  const A = `${N}.assets[0]`;
  const asset = (part: object, variant: 'go' | 'java' = 'go'): string | undefined => check({ assets: [part] }, variant);
  const video = { mimes: ['video/mp4'], minduration: 1, maxduration: 1, protocols: [1] };

  test('has exactly one type', () => {
    const several = `${A} must define exactly one of {title, img, video, data}`;
    for (const part of [{}, { ...TITLE, img: {} }, { ...TITLE, video }, { ...TITLE, data: { type: 1 } }]) expect(asset(part)).toBe(several);
    for (const part of [
      { img: {}, video },
      { img: {}, data: { type: 1 } },
      { video, data: {} },
    ])
      expect(asset(part)).toBe(several);
    expect(asset({ title: {}, img: {} })).toBe(`${A}.title.len must be a positive number`);
    expect(asset({ img: { w: -1 }, video })).toBe(`${A}.img.w must be a positive integer`);
    expect(check({ assets: [] })).toBe(`${N}.assets must be an array containing at least one object`);
  });

  test('has at most one type in the Java variant', () => {
    expect(asset({}, 'java')).toBeUndefined();
    expect(asset({ img: { w: -1 } }, 'java')).toBeUndefined();
    expect(asset({ ...TITLE, img: {} }, 'java')).toBe(`${A} must define at most one of {title, img, video, data}`);
    expect(asset({ title: {} }, 'java')).toBe(`${A}.title.len must be a positive integer`);
    expect(asset({ data: {} }, 'java')).toBeUndefined();
    expect(asset({ data: { type: 13 } }, 'java')).toBe(`${A}.data.type is invalid. See section 7.4: ${NATIVE_SPEC}#page=40`);
  });

  test('of video has the required fields', () => {
    expect(asset({ video })).toBeUndefined();
    expect(asset({ video: { ...video, mimes: [] } })).toBe(`${A}.video.mimes must be an array with at least one MIME type`);
    expect(asset({ video: { ...video, minduration: 0 } })).toBe(`${A}.video.minduration must be a positive integer`);
    expect(asset({ video: { ...video, maxduration: 0 } })).toBe(`${A}.video.maxduration must be a positive integer`);
    expect(asset({ video: { ...video, protocols: [] } })).toBe(`${A}.video.protocols must be an array with at least one element`);
    expect(asset({ video: { ...video, protocols: [1, 11] } })).toMatch(`${A}.video.protocols[1] is invalid. See Section 5.8: https://`);
    expect(asset({ video: { ...video, protocols: [11] } }, 'java')).toBe(`${A}.video.protocols[0] must be in the range [1, 10]. Got 11`);
  });

  test('of data has a type of the list or of an exchange', () => {
    for (const type of [1, 12, 500]) expect(asset({ data: { type } })).toBeUndefined();
    for (const type of [0, 13, 499]) expect(asset({ data: { type } })).toMatch(`${A}.data.type is invalid`);
  });
});
