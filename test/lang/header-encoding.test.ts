import { expect, test } from 'vitest';
import { decodeHeader, encodeHeader } from '#src/lang/header-encoding.ts';

test('a text is sent as UTF-8 and read again', () => {
  for (const text of ['', 'Mozilla/5.0 (X11)', 'Zoë', '日本 😀', '\u010a'])
    expect([decodeHeader(encodeHeader(text)), /[\r\n]/.test(encodeHeader(text))]).toEqual([text, false]);
  expect(encodeHeader('é')).toBe('\xc3\xa9');
  expect(encodeHeader('\ud800')).toBe('\xef\xbf\xbd');
});

test('a header that is not UTF-8 is unchanged', () => {
  for (const value of ['Zo\xeb', '\xc3', '日本\xc3\xa9']) expect(decodeHeader(value)).toBe(value);
});
