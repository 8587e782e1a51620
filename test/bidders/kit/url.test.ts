import { describe, expect, it } from 'vitest';
import { compileTemplate } from '#src/bidders/kit/macros.ts';
import { plainNumber } from '#src/bidders/kit/money.ts';
import { hostNameOf, pathEscape, queryUnescape, withQuery } from '#src/bidders/kit/url.ts';
import { queryEscape } from '#src/lang/percent.ts';

describe('addresses of calls', () => {
  it('escapes everything except letters, digits and four marks', () => {
    expect(queryEscape("a b&c=d+e-_.~!'()*/ü")).toBe('a+b%26c%3Dd%2Be-_.~%21%27%28%29%2A%2F%C3%BC');
    expect(pathEscape("a b$&+,/:;=?@'")).toBe('a%20b$&+%2C%2F:%3B=%3F@%27');
  });

  it('reverses escapes byte by byte, and rejects truncated ones', () => {
    expect(queryUnescape('a+b%26c%3d%C3%BC€%E9')).toBe('a b&c=ü€\uFFFD');
    expect([queryUnescape('100%'), queryUnescape('%2'), queryUnescape('%zz')]).toEqual([undefined, undefined, undefined]);
  });

  it('sets query parameters and sorts the query', () => {
    expect(withQuery('https://a.example/p?z=1&b=2%203&z=4#f', { a: 'x y', b: undefined, c: 5 })).toBe(
      'https://a.example/p?a=x+y&c=5&z=1&z=4#f',
    );
    expect(withQuery('https://a.example/p', {})).toBe('https://a.example/p');
    expect(withQuery('https://a.example/p?a=%zz&=v', { b: '1' })).toBe('https://a.example/p?=v&b=1');
  });

  it.each([
    ['https://user@a.example:8080/p?q=%zz', 'a.example'],
    ['http://[::1]/p', '::1'],
    ['a.example/p', ''],
    ['mailto:x%zz', ''],
    ['http://a\u007f', 'parse "http://a\\x7f": net/url: invalid control character in URL'],
    ['http://\\u0001\u0001\u0007\u000b\n', 'parse "http://\\\\u0001\\x01\\a\\v\\n": net/url: invalid control character in URL'],
    ['http://[::1/', 'parse "http://[::1/": missing \']\' in host'],
    ['http://a"<b>/', 'a"<b>'],
    ['://a', 'parse "://a": missing protocol scheme'],
    ['1:a/b', 'parse "1:a/b": first path segment in URL cannot contain colon'],
    ['http://a/%zz', 'parse "http://a/%zz": invalid URL escape "%zz"'],
    ['http://a b/', 'parse "http://a b/": invalid character " " in host name'],
    ['http://a:x/', 'parse "http://a:x/": invalid port ":x" after host'],
  ])('the host name of %j is %j', (url, expected) => {
    const found = hostNameOf(url);
    expect('error' in found ? found.error : found.value).toBe(expected);
  });

  it('fills templates unescaped, empty without a value', () => {
    const fill = compileTemplate('https://{{.Host}}/{{ .Path }}?z={{.Zone}}');
    expect(fill({ Host: 'h', Path: 'a b', Zone: 7 })).toBe('https://h/a b?z=7');
    expect(fill({})).toBe('https:///?z=');
    expect(() => compileTemplate('https://a.example/{{Zone}}')).toThrow('unable to parse endpoint url template');
  });

  it('fills templates of the Java variant by names in any case, and keeps other braces', () => {
    const fill = compileTemplate('https://{Host}/{PATH}?z={ZoneId}&own={}');
    expect(fill({ Host: 'h', ZoneID: 7 })).toBe('https://h/{PATH}?z=7&own={}');
    expect(fill({ Host: undefined, path: '$&', zoneid: 0 })).toBe('https:///$&?z=0&own={}');
  });

  it('prints numbers without an exponent', () => {
    expect([0.5, 1e21, 1.5e-7, -1.25e22, 12.345, 0].map(plainNumber)).toEqual([
      '0.5',
      '1000000000000000000000',
      '0.00000015',
      '-12500000000000000000000',
      '12.345',
      '0',
    ]);
  });
});
