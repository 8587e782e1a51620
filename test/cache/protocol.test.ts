import { describe, expect, it } from 'vitest';
import { MemoryStore } from '#src/cache/memory.ts';
import { getValue, putValues } from '#src/cache/protocol.ts';
import { hostSchema } from '#src/config/schema.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const { request_limits } = hostSchema.parse({}).cache;

function aCache(limits: Partial<typeof request_limits> = {}) {
  let drawn = 0;
  const clock = new WoundClock();
  const store = new MemoryStore({ maxBytes: 100_000, maxValueBytes: 50_000 }, clock);
  const random = { uuid: () => `00000000-0000-4000-8000-00000000000${++drawn}` };
  const all = { ...request_limits, ...limits };
  return {
    clock,
    put: async (body: unknown) =>
      putValues(typeof body === 'string' ? body : JSON.stringify(body), { store, random, limits: all, timeoutMs: 100 }),
    get: async (uuid?: string) => getValue(uuid, store, all),
  };
}

describe('POST /cache', () => {
  it('stores every element and returns the ids in order', async () => {
    const { put, get } = aCache();
    const body = '{"puts":[{"type":"xml","value":"<VAST/>"},{"type":"json","value":{"id":8189378542222915123},"ttlseconds":60}]}';
    const { status, contentType, body: content } = await put(body);
    expect({ status, contentType }).toEqual({ status: 200, contentType: 'application/json' });
    const [xml, json] = (JSON.parse(content) as { responses: { uuid: string }[] }).responses.map(({ uuid }) => uuid);
    expect(await get(xml)).toEqual({ status: 200, contentType: 'application/xml', body: '<VAST/>' });
    expect(await get(json)).toEqual({ status: 200, contentType: 'application/json', body: '{"id":8189378542222915123}' });
  });

  it('stores JSON as it is written, whose length counts', async () => {
    const { put, get } = aCache();
    const value = '{ "price": 1.50,\n "adm": "\\u003cp\\u003e" }';
    const { body } = await put(`{"puts": [ {"value": ${value} , "type": "json"}]}`);
    expect((await get((JSON.parse(body) as { responses: { uuid: string }[] }).responses[0]?.uuid)).body).toBe(value);
    expect((await put('{"puts":[{"type":"xml","value":[ 5 ]}]}')).body).toBe(
      'XML messages must have a String value. Found [91 32 53 32 93]\n',
    );
  });

  it.each([
    [{ puts: [{ type: 'json' }] }, 'Missing value.'],
    [{ puts: [null] }, 'Missing value.'],
    [{ puts: [{ type: 'json', value: 1, ttlseconds: -1 }] }, 'ttlseconds must not be negative -1.'],
    [{ puts: [{ type: 'yaml', value: 'x' }] }, `Type must be one of ["json", "xml"]. Found 'yaml'`],
    [{ puts: [{ value: 'x' }] }, `Type must be one of ["json", "xml"]. Found ''`],
    [{ puts: [{ type: 'xml', value: 5 }] }, 'XML messages must have a String value. Found [53]'],
    [{ puts: Array(11).fill({ type: 'xml', value: 'x' }) }, 'More keys than allowed: 10'],
    [
      { puts: [{ type: 'xml', value: 'x'.repeat(10_240) }] },
      'POST /cache element 0 exceeded max size: Payload size 10243 exceeded max 10240',
    ],
  ])('rejects %j', async (body, text) => {
    expect(await aCache().put(body)).toEqual({ status: 400, contentType: 'text/plain; charset=utf-8', body: `${text}\n` });
  });

  it('reads fields in any letter case', async () => {
    const { put, get } = aCache({ allow_setting_keys: true });
    expect((await put({ Puts: [{ TYPE: 'json', Value: { Id: 1 }, Key: 'mine' }] })).body).toBe('{"responses":[{"uuid":"mine"}]}');
    expect((await get('mine')).body).toBe('{"Id":1}');
    expect((await put({ puts: [{ type: 'json', value: 1, TTLSeconds: -1 }] })).body).toBe('ttlseconds must not be negative -1.\n');
  });

  it.each([{ ttlseconds: '60' }, { ttlseconds: 1.5 }, { key: 5 }, { type: 5 }])(
    'quotes a put with a field of a wrong type: %j',
    async (fields) => {
      const body = JSON.stringify({ puts: [{ type: 'json', value: 1, ...fields }] });
      expect(await aCache().put(body)).toEqual({ status: 400, contentType: 'text/plain; charset=utf-8', body: `${body}\n` });
    },
  );

  it('accepts null for an absent field', async () => {
    expect((await aCache().put({ puts: [{ type: 'json', value: 1, ttlseconds: null, key: null }] })).status).toBe(200);
  });

  it('quotes unparsable input', async () => {
    for (const body of ['not json', '[]', '{"puts":7}', '{"puts":[7]}', '{"puts":[[]]}', ''])
      expect((await aCache().put(body)).body).toBe(`${body}\n`);
  });

  it("accepts callers' keys only if allowed, and each once", async () => {
    const puts = { puts: [1, 2].map((value) => ({ type: 'json', value, key: 'own' })) };
    const open = aCache({ allow_setting_keys: true });
    expect((await open.put(puts)).body).toBe('{"responses":[{"uuid":"own"},{"uuid":""}]}');
    expect((await open.get('own')).body).toBe('1');
    expect((await aCache().put(puts)).body).not.toContain('own');
  });

  it('stores a value for its lifetime, limited by the host', async () => {
    const livesFor = async (limits: Partial<typeof request_limits>, ttlseconds: number | undefined): Promise<number> => {
      const { put, get, clock } = aCache(limits);
      await put({ puts: [{ type: 'json', value: 1, ...(ttlseconds === undefined ? {} : { ttlseconds }) }] });
      for (let seconds = 0; seconds < 4000; seconds += 100, clock.wind(100_000)) {
        if ((await get('00000000-0000-4000-8000-000000000001')).status === 404) return seconds;
      }
      return Number.POSITIVE_INFINITY;
    };
    const limits = { max_ttl_seconds: 1000 };
    expect(await Promise.all([300, 0, undefined, 1001].map((ttl) => livesFor(limits, ttl)))).toEqual([300, 1000, 1000, 1000]);
    expect(await livesFor({ max_ttl_seconds: 0 }, undefined)).toBe(3600);
  });

  it('fails if the store cannot store a value', async () => {
    const huge = aCache({ max_size_bytes: 1_000_000 });
    expect((await huge.put({ puts: [{ type: 'xml', value: 'x'.repeat(60_000) }] })).status).toBe(400);
  });

  it('quotes a malformed body before it checks the number of puts and their values', async () => {
    const puts = [{ type: 'yaml', value: 1 }, ...Array(11).fill({ type: 'json', value: 1 }), { type: 5 }];
    const body = JSON.stringify({ puts });
    expect((await aCache().put(body)).body).toBe(`${body}\n`);
  });

  it.each(['{}', 'null', ' null\n', '{"puts":null}'])('returns an empty list for no puts: %s', async (body) => {
    expect(await aCache().put(body)).toEqual({ status: 200, contentType: 'application/json', body: '{"responses":[]}' });
  });
});

describe('GET /cache', () => {
  it('reports why there is no value', async () => {
    const { get } = aCache();
    const unknown = '00000000-0000-4000-8000-000000000099';
    expect(await get()).toMatchObject({ status: 400, body: 'GET /cache: Missing required parameter uuid\n' });
    expect(await get('abc')).toMatchObject({ status: 404, body: 'GET /cache uuid=abc: invalid uuid length\n' });
    expect(await get(unknown)).toMatchObject({ status: 404, body: `GET /cache uuid=${unknown}: Key not found\n` });
  });

  it('drops an expired value', async () => {
    const { put, get, clock } = aCache();
    await put({ puts: [{ type: 'xml', value: 'x', ttlseconds: 10 }] });
    clock.wind(10_001);
    expect((await get('00000000-0000-4000-8000-000000000001')).status).toBe(404);
  });
});
