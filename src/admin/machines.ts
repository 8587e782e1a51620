/** `GET /machines` and `/machines/{name}`: the charts of the running machines as JSON, Mermaid or SCXML. */
import type { FastifyInstance } from 'fastify';
import type { AnyStateMachine } from 'xstate';
import { machines } from '#machines/all.ts';
import { sendPlain, TEXT_PLAIN } from '#src/http/send.ts';
import { toChart, toMermaid } from './charts.ts';
import { toScxml } from './scxml.ts';

interface ChartFormat {
  readonly type: string;
  write(machine: AnyStateMachine): string;
}

const FORMATS: Readonly<Record<string, ChartFormat>> = {
  json: { type: 'application/json', write: (machine) => JSON.stringify(toChart(machine)) },
  mermaid: { type: TEXT_PLAIN, write: toMermaid },
  scxml: { type: 'application/scxml+xml; charset=utf-8', write: toScxml },
};

export function registerMachines(admin: FastifyInstance): void {
  admin.get('/machines', (_request, reply) => {
    const list = Object.entries(machines).map(([name, machine]) => ({
      name,
      id: machine.id,
      states: toChart(machine).nodes.length,
      charts: Object.keys(FORMATS).map((format) => `/machines/${name}?format=${format}`),
    }));
    return reply.send(list);
  });
  admin.get<{ Params: { name: string }; Querystring: { format?: string | string[] } }>('/machines/:name', (request, reply) => {
    const { name } = request.params;
    const machine = Object.hasOwn(machines, name) ? machines[name] : undefined;
    if (!machine) return sendPlain(reply, 404, `Unknown machine ${name}: see /machines.\n`);
    const requested = String(request.query.format ?? 'json');
    const format = Object.hasOwn(FORMATS, requested) ? FORMATS[requested] : undefined;
    if (!format) return sendPlain(reply, 400, `format must be one of ${Object.keys(FORMATS).join(', ')}\n`);
    return reply.type(format.type).send(format.write(machine));
  });
}
