import { expect, test } from 'vitest';
import { malformedJson } from '#src/json/malformed.ts';

test.each([
  ['{"a":1}', undefined],
  ['', 'line 1, column 1: Unexpected end of JSON input'],
  ['{"a":1,\n"b":', 'line 2, column 5: Unexpected end of JSON input'],
  ['{"a":1,\n"b', 'line 2, column 3: Unterminated string in JSON at position 10 (line 2 column 3)'],
  ['{"a":1,\n"b":x}', 'line 2, column 5: Unexpected token \'x\', "{"a":1,\n"b":x}" is not valid JSON'],
])('the error of malformed JSON names the place in %j', (text, wanted) => {
  expect(malformedJson(text)).toBe(wanted);
});
