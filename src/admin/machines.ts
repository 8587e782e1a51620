/** `GET /machines` and `/machines/{name}`: the charts of the running machines as JSON, Mermaid or SCXML. */
import type { FastifyInstance } from 'fastify';
import type { AnyStateMachine } from 'xstate';
import { machines } from '#machines/all.ts';
import { toChart, toMermaid } from './charts.ts';
import { toScxml } from './scxml.ts';

interface ChartFormat {
  readonly type: string;
  write(machine: AnyStateMachine): string;
}

const FORMATS: Readonly<Record<string, ChartFormat>> = {
  json: { type: 'application/json', write: (machine) => JSON.stringify(toChart(machine)) },
  mermaid: { type: 'text/plain; charset=utf-8', write: toMermaid },
  scxml: { type: 'application/scxml+xml; charset=utf-8', write: toScxml },
};

const TEXT_PLAIN = 'text/plain; charset=utf-8';

export function registerMachines(admin: FastifyInstance): void {
  admin.get('/machines', (_request, reply) => {
    const list = Object.entries(machines).map(([name, machine]) => ({
      name,
      id: machine.id,
      states: toChart(machine).nodes.length,
      charts: Object.keys(FORMATS).map((format) => `/machines/${name}?format=${format}`),
    }));
    return reply.type('application/json').send(JSON.stringify(list));
  });
  admin.get<{ Params: { name: string }; Querystring: { format?: string | string[] } }>('/machines/:name', (request, reply) => {
    const { name } = request.params;
    const machine = Object.hasOwn(machines, name) ? machines[name] : undefined;
    if (!machine) return reply.code(404).type(TEXT_PLAIN).send(`Unknown machine ${name}: see /machines.\n`);
    const asked = String(request.query.format ?? 'json');
    const format = Object.hasOwn(FORMATS, asked) ? FORMATS[asked] : undefined;
    if (!format)
      return reply
        .code(400)
        .type(TEXT_PLAIN)
        .send(`format must be one of ${Object.keys(FORMATS).join(', ')}\n`);
    return reply.type(format.type).send(format.write(machine));
  });
}
