import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { has, hostname, idOrString, uuid, where } from '#src/bidders/kit/params.ts';
import { readerOf } from '#src/bidders/kit/reader.ts';
import { toDraft4 } from '#src/bidders/params/schema.ts';
import { compileValidator } from '#src/bidders/params/validator.ts';

const params = where(
  z.object({
    placementId: idOrString().optional(),
    zone: z.int().min(1).optional(),
    position: z.enum(['above', 'below']).optional(),
    sizes: z
      .array(z.strictObject({ w: z.int() }))
      .min(1)
      .optional(),
    host: hostname().optional(),
    key: uuid().optional(),
  }),
  { oneOf: [has('placementId'), has('zone')], not: has('zone', 'key') },
);
const errors = compileValidator(toDraft4(params));

describe('params schemas', () => {
  it('are Draft-4, without implicit bounds', () => {
    expect(toDraft4(params)).toEqual({
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: {
        placementId: { type: ['integer', 'string'] },
        zone: { type: 'integer', minimum: 1 },
        position: { type: 'string', enum: ['above', 'below'] },
        sizes: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: { w: { type: 'integer' } }, required: ['w'], additionalProperties: false },
        },
        host: { type: 'string', format: 'hostname' },
        key: { type: 'string', format: 'uuid' },
      },
      oneOf: [{ required: ['placementId'] }, { required: ['zone'] }],
      not: { required: ['zone', 'key'] },
    });
  });

  it('have patterns as written and null beside a type', () => {
    const made = toDraft4(
      z.object({ host: z.string().regex(/^https?:\/\//), sdk: z.object({ app: z.string().optional() }).nullable().optional() }),
    );
    expect(made.properties).toEqual({
      host: { type: 'string', pattern: '^https?://' },
      sdk: { type: ['object', 'null'], properties: { app: { type: 'string' } } },
    });
    expect(compileValidator(made)({ host: 'http://a', sdk: 'text' })).toEqual([
      'sdk: Invalid type. Expected: [object,null], given: string',
    ]);
  });

  it('report errors field by field', () => {
    expect(errors('text')).toEqual(['(root): Invalid type. Expected: object, given: string']);
    expect(errors({ placementId: [] })).toEqual(['placementId: Invalid type. Expected: [integer,string], given: array']);
    expect(errors({ zone: 1.5 })).toEqual(['zone: Invalid type. Expected: integer, given: number']);
    expect(errors({ zone: 0, position: 'left' })).toEqual([
      'zone: Must be greater than or equal to 1',
      'position: position must be one of the following: "above", "below"',
    ]);
    expect(errors({ zone: 1, sizes: [{ h: 1 }] })).toEqual(['sizes.0: w is required', 'sizes.0: Additional property h is not allowed']);
    expect(errors({ zone: 1, sizes: [], host: 'a_b' })).toEqual([
      'sizes: Array must have at least 1 items',
      "host: Does not match format 'hostname'",
    ]);
  });

  it('report the choice that was not made', () => {
    expect(errors({})).toEqual(['(root): Must validate one and only one schema (oneOf)', '(root): placementId is required']);
    expect(errors({ zone: 1, placementId: 1 })).toEqual(['(root): Must validate one and only one schema (oneOf)']);
    expect(errors({ zone: 1, key: '01234567-89ab-cdef-0123-456789abcdef' })).toEqual(['(root): Must not validate the schema (not)']);
  });

  it('accept what their zod schema accepts', () => {
    for (const value of [
      {},
      { zone: 1 },
      { zone: 1, placementId: 1 },
      { placementId: 'a', host: 'a.' },
      { placementId: 'a', host: 'a.b' },
    ]) {
      expect(params.safeParse(value).success).toBe(errors(value).length === 0);
    }
  });
});

describe('a reader', () => {
  const read = readerOf(
    z.object({ siteId: idOrString(), siteid: z.string(), list: z.array(z.string()), inner: z.object({ a: z.boolean() }) }),
  );

  it('checks only types: any field may be missing, names match in any case, null counts as missing', () => {
    expect(read({ SITEID: 'a', List: ['b', null], inner: null, more: 1 })).toEqual({ value: { siteid: 'a', list: ['b', ''] } });
    expect(read(null)).toEqual({ value: {} });
  });

  it('prefers the exact name', () => {
    expect(read({ siteID: 'c', siteId: 5, siteid: 'a' })).toEqual({ value: { siteId: 5, siteid: 'a' } });
  });

  it('reports the value it found', () => {
    expect(read(undefined)).toEqual({ error: 'expect { or n, but found \0' });
    expect(read([])).toEqual({ error: 'expect { or n, but found [' });
    expect(read({ inner: { a: 1 } })).toEqual({ error: 'cannot unmarshal inner.a: expect t or f, but found 1' });
    const nullable = readerOf(z.object({ sdk: z.object({ app: z.string() }).nullable() }));
    expect([nullable({ sdk: null }), nullable({ sdk: { app: 'a' } }), nullable({ sdk: 5 })]).toEqual([
      { value: {} },
      { value: { sdk: { app: 'a' } } },
      { error: 'expect { or n, but found 5' },
    ]);
    expect(read({ list: {} })).toEqual({ error: 'cannot unmarshal list: decode slice: expect [ or n, but found {' });
  });
});

describe('a field that requires others', () => {
  it('names them, or reports what they lack', () => {
    const open = z.looseObject({});
    const named = compileValidator(toDraft4(where(open, { dependencies: { a: ['b'] } })));
    const ruled = compileValidator(toDraft4(where(open, { dependencies: { a: has('b', 'c') } })));
    expect([named({ a: 1 }), ruled({ a: 1, c: 1 }), ruled({ b: 1 }), ruled([])]).toEqual([
      ['(root): Has a dependency on b'],
      ['(root): b is required'],
      [],
      ['(root): Invalid type. Expected: object, given: array'],
    ]);
  });
});
