import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { machines } from '#machines/all.ts';
import { toChart } from '#src/admin/charts.ts';
import { registerMachines } from '#src/admin/machines.ts';
import { toScxml } from '#src/admin/scxml.ts';

const app = Fastify();
registerMachines(app);

describe('GET /machines', () => {
  test('lists every machine with its charts', async () => {
    const list = (await app.inject('/machines')).json<{ name: string; charts: string[] }[]>();
    expect(list.map(({ name }) => name)).toEqual(Object.keys(machines));
    for (const { charts } of list) for (const url of charts) expect((await app.inject(url)).statusCode).toBe(200);
  });

  test('returns the chart of the running machine', async () => {
    const response = await app.inject('/machines/auction');
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(toChart(machines['auction'] as never))));
  });

  test('returns Mermaid', async () => {
    const { payload } = await app.inject('/machines/auction?format=mermaid');
    expect(payload.startsWith('stateDiagram-v2\n')).toBe(true);
  });

  test.each([
    ['/machines/nobody', 404],
    ['/machines/constructor', 404],
    ['/machines/auction?format=png', 400],
    ['/machines/auction?format=toString', 400],
  ])('rejects %s with %i', async (url, status) => {
    expect((await app.inject(url)).statusCode).toBe(status);
  });
});

describe.each(Object.entries(machines))('the SCXML of %s', (_, machine) => {
  const text = toScxml(machine);
  const ids = [...text.matchAll(/<(?:state|final|parallel) id="([^"]+)"/g)].map(([, id]) => id);

  test('is well-formed: elements close in order', () => {
    const open: string[] = [];
    for (const [, closing, name = '', self] of text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (closing) expect(open.pop()).toBe(name);
      else if (!self) open.push(name);
    }
    expect(open).toEqual([]);
  });

  test('has every state once, and every transition has a target', () => {
    expect([...ids].sort()).toEqual(
      toChart(machine)
        .nodes.map(({ id }) => id)
        .sort(),
    );
    for (const [, target] of text.matchAll(/target="([^"]+)"/g)) expect(ids).toContain(target);
    for (const [, initial] of text.matchAll(/initial="([^"]+)"/g)) expect(ids).toContain(initial);
  });
});
