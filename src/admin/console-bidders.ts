/** `GET /console/bidders`: the bidders that the host calls, with the schemas of their params, as its public port describes them. */
import type { FastifyInstance } from 'fastify';
import { sendPlain } from '#src/http/send.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { ConsoleEnv } from './console.ts';
import { requestOwn } from './own-requests.ts';

const PATIENCE_MS = 5000;

async function json(url: string): Promise<unknown> {
  const { statusCode, body } = await requestOwn(url, { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
  if (statusCode === 200) return body.json();
  await body.dump();
  throw new Error(`${url} responded with ${statusCode}`);
}

export function registerConsoleBidders(admin: FastifyInstance, { publicOrigin }: Pick<ConsoleEnv, 'publicOrigin'>): void {
  admin.get('/console/bidders', async (_request, reply) => {
    const origin = publicOrigin();
    if (origin === undefined) return sendPlain(reply, 503, 'The public port is not open.\n');
    try {
      const [bidders, params] = await Promise.all([json(`${origin}/info/bidders?enabledonly=true`), json(`${origin}/bidders/params`)]);
      const schemas = params as Readonly<Record<string, unknown>>;
      return await reply.send((bidders as readonly string[]).map((code) => ({ code, params: schemas[code] ?? {} })));
    } catch (cause) {
      return sendPlain(reply, 502, `${errorMessage(cause)}\n`);
    }
  });
}
