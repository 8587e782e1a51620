import { describe, expect, test } from 'vitest';
import { textInWord, toInner, toOuter } from '#src/wire/rename.ts';

describe('our extension word', () => {
  test('is renamed where it means something and nowhere else', () => {
    const body = { ext: { prebid: { a: 1 } }, imp: [{ ext: { prebid: { bidder: { x: { prebid: 1 } } }, data: { prebid: 2 } } }] };
    expect(toInner(body)).toBe(true);
    expect(body).toEqual({ ext: { srv: { a: 1 } }, imp: [{ ext: { srv: { bidder: { x: { prebid: 1 } } }, data: { prebid: 2 } } }] });
  });

  test('is not renamed inside text', () => {
    const body = { imp: [{ native: { request: '{"ext":{"prebid":1}}' } }] };
    expect(toInner(body)).toBe(false);
    expect(body.imp[0]?.native.request).toBe('{"ext":{"prebid":1}}');
  });

  test('keeps the members of both words, ours first', () => {
    const body = { ext: { srv: { a: 1 }, prebid: { a: 2, b: 3 } } };
    toInner(body);
    expect(body).toEqual({ ext: { srv: { a: 1, b: 3 } } });
  });

  test('goes out in the word asked for, sharing what has none', () => {
    const user = { id: 'u' };
    const inner = { ext: { srv: { a: 1 } }, user };
    const outer = toOuter(inner, 'prebid') as unknown as { ext: unknown; user: unknown };
    expect(outer.ext).toEqual({ prebid: { a: 1 } });
    expect(outer.user).toBe(user);
    expect(inner.ext).toEqual({ srv: { a: 1 } });
    expect(toOuter(inner, 'srv')).toBe(inner);
  });

  test('is renamed in requests that lie inside our own object, both ways', () => {
    const ortb2 = { site: { ext: { prebid: { x: 1 } } } };
    const body = {
      ext: { prebid: { bidderconfig: [{ bidders: ['b'], config: { ortb2 } }] } },
      imp: [{ ext: { prebid: { imp: { b: { ext: { prebid: { y: 2 } } } } } } }],
    };
    const before = structuredClone(body);
    toInner(body);
    expect(JSON.stringify(body)).not.toContain('prebid');
    expect(toOuter(body, 'prebid')).toEqual(before);
  });

  test('is put into texts that name our paths', () => {
    expect(textInWord('request.ext.srv.aliases.x refers', 'prebid')).toBe('request.ext.prebid.aliases.x refers');
  });
});
