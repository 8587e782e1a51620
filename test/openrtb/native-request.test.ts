import { describe, expect, test } from 'vitest';
import { readNativeRequest, writeNativeRequest } from '#src/openrtb/native-request.ts';

describe('a native request', () => {
  test('is read with normalized field names and without nulls', () => {
    expect(readNativeRequest('{"Assets":[{"ID":1,"title":null},null],"ver":null}')).toEqual({ value: { assets: [{ id: 1 }, {}] } });
    expect(readNativeRequest('null')).toEqual({ value: {} });
  });

  test('has fields of fixed types', () => {
    expect(readNativeRequest('{"context":"1"}')).toEqual({ error: 'cannot unmarshal request.context: unexpected character: "' });
    expect(readNativeRequest('{"assets":[{"img":{"mimes":[1]}}]}')).toEqual({
      error: 'cannot unmarshal request.assets[0].img.mimes[0]: expects " or n, but found 1',
    });
    expect(readNativeRequest('[]')).toEqual({ error: 'expect { or n, but found [' });
  });

  test('says where its JSON is malformed', () => {
    const message = (json: string): unknown => Object(readNativeRequest(json)).error;
    expect(message('{native: "request"}')).toMatch(/^Expected property name .*position 1/);
    expect(message('{"a"')).toMatch(/^Expected ':' after property name/);
    expect(message('x')).toBe('expect { or n, but found x');
    expect(message(' ')).toBe('expect { or n, but found \0');
  });

  test('is written in one order, without names that reach prototypes', () => {
    const text =
      '{"z":1,"eventtrackers":[{"methods":[1],"event":1}],"__proto__":{"x":1},"ver":"1.2","assets":[{"img":{"w":1,"type":3},"id":2}]}';
    const read = readNativeRequest(text);
    expect('value' in read && writeNativeRequest(read.value)).toBe(
      '{"ver":"1.2","assets":[{"id":2,"img":{"type":3,"w":1}}],"eventtrackers":[{"event":1,"methods":[1]}],"z":1}',
    );
  });
});
