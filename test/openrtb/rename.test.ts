import { describe, expect, test } from 'vitest';
import { denormaliseCall, denormaliseExt, messageWithExtKey, normaliseExt } from '#src/openrtb/rename.ts';

describe('our extension key', () => {
  test('is renamed at its locations and nowhere else', () => {
    const body = { ext: { prebid: { a: 1 } }, imp: [{ ext: { prebid: { bidder: { x: { prebid: 1 } } }, data: { prebid: 2 } } }] };
    expect(normaliseExt(body)).toBe(true);
    expect(body).toEqual({ ext: { srv: { a: 1 } }, imp: [{ ext: { srv: { bidder: { x: { prebid: 1 } } }, data: { prebid: 2 } } }] });
  });

  test('is not renamed inside text', () => {
    const body = { imp: [{ native: { request: '{"ext":{"prebid":1}}' } }] };
    expect(normaliseExt(body)).toBe(false);
    expect(body.imp[0]?.native.request).toBe('{"ext":{"prebid":1}}');
  });

  test('keeps the fields of both keys, ours first', () => {
    const body = { ext: { srv: { a: 1 }, prebid: { a: 2, b: 3 } } };
    normaliseExt(body);
    expect(body).toEqual({ ext: { srv: { a: 1, b: 3 } } });
  });

  test('is sent under the requested key, sharing objects without it', () => {
    const user = { id: 'u' };
    const normalised = { ext: { srv: { a: 1 } }, user };
    const denormalised = denormaliseExt(normalised, 'prebid') as unknown as { ext: unknown; user: unknown };
    expect(denormalised.ext).toEqual({ prebid: { a: 1 } });
    expect(denormalised.user).toBe(user);
    expect(normalised.ext).toEqual({ srv: { a: 1 } });
    expect(denormaliseExt(normalised, 'srv')).toBe(normalised);
  });

  test('is renamed in requests inside our own object, both ways', () => {
    const ortb2 = { site: { ext: { prebid: { x: 1 } } } };
    const body = {
      ext: { prebid: { bidderconfig: [{ bidders: ['b'], config: { ortb2 } }] } },
      imp: [{ ext: { prebid: { imp: { b: { ext: { prebid: { y: 2 } } } } } } }],
    };
    const before = structuredClone(body);
    normaliseExt(body);
    expect(JSON.stringify(body)).not.toContain('prebid');
    expect(denormaliseExt(body, 'prebid')).toEqual(before);
  });

  test('is not searched for in lists in lists, which may be of any depth', () => {
    const list = (depth: number): unknown[] => {
      let nested: unknown[] = [{ ext: { prebid: 1 } }];
      for (let i = 0; i < depth; i++) nested = [nested];
      return nested;
    };
    const body = { user: list(20_000), ext: { prebid: {} } };
    expect(normaliseExt(body)).toBe(true);
    expect(denormaliseExt(body, 'prebid').ext).toEqual({ prebid: {} });
    const shallow = { imp: list(1) };
    expect(normaliseExt(shallow)).toBe(false);
    expect(shallow).toEqual({ imp: [[{ ext: { prebid: 1 } }]] });
  });

  test('is renamed in bodies of calls that are not OpenRTB', () => {
    const body = { ortb2: { user: { ext: { srv: { a: 1 } } } }, placements: [{ srv: { b: 2 }, ext: { srv: { c: 3 } } }, { d: 4 }] };
    expect(denormaliseCall(body, 'prebid')).toEqual({
      ortb2: { user: { ext: { prebid: { a: 1 } } } },
      placements: [{ prebid: { b: 2 }, ext: { prebid: { c: 3 } } }, { d: 4 }],
    });
    expect(denormaliseCall(body, 'srv')).toBe(body);
    const request = { imp: [{ ext: { srv: { a: 1 } } }], app: { ext: { srv: { b: 2 } } }, ext: { srv: { c: 3 } } };
    const renamed = { imp: [{ ext: { prebid: { a: 1 } } }], app: { ext: { prebid: { b: 2 } } }, ext: { prebid: { c: 3 } } };
    for (const name of ['bidRequest', 'request', 'tech'])
      expect(denormaliseCall({ [name]: request }, 'prebid')).toEqual({ [name]: renamed });
  });

  test('is replaced in messages that contain our paths', () => {
    expect(messageWithExtKey('request.ext.srv.aliases.x refers', 'prebid')).toBe('request.ext.prebid.aliases.x refers');
  });
});
