import { once } from 'node:events';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { Admission } from '#src/http/admission.ts';
import { rejectWhenBusy } from '#src/http/busy.ts';
import { testServices } from '#test/helpers/services.ts';

test('a rejected HTTP/2 request with a body over the limit has no header about its connection', async () => {
  const services = testServices({ settings: { max_request_size: 10, admission: { max_live_auctions: 1 } } });
  const admission = new Admission(services.config.admission);
  admission.admit({ tmaxMs: () => 1000, start() {}, reject() {} });
  const app = Fastify({ http2: true }) as unknown as FastifyInstance;
  const route = { endpoint: 'auction', method: 'POST', path: '/' } as const;
  const connections: unknown[] = [];
  app.addHook('onSend', async (_request, reply) => void connections.push(reply.getHeader('connection')));
  app.post('/', { onRequest: rejectWhenBusy(app, route, { services, admission }) }, async () => '');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  const call = client.request({ ':method': 'POST', ':path': '/', 'content-length': 11 });
  call.write('x');
  const [headers] = await once(call, 'response');
  expect([headers[':status'], connections]).toEqual([503, [undefined]]);
  client.destroy();
  await app.close();
});
