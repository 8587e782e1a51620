/** `GET /info/bidders`, `/info/bidders/{name}`, `/bidders/params`: bodies are serialized once (docs/endpoints/info.md). */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { allParams, bidderNames, defaultAliases, infoByName, readFlag } from '#src/bidders/info.ts';
import { sendJson, TEXT_PLAIN } from './send.ts';

const first = (value: unknown): string | undefined =>
  Array.isArray(value) ? String(value[0]) : value === undefined ? undefined : String(value);

export function registerInfo(app: FastifyInstance, { bidders, config, defaultRequest }: Services): void {
  const { describeDisabledBidders, jsonInfoErrors } = config.rules;
  const errorType = jsonInfoErrors ? 'application/json' : TEXT_PLAIN;
  const aliases = defaultAliases(config.default_request.alias_info, defaultRequest);
  const lists = new Map<string, string>();
  const infos = new Map<string, string | undefined>();
  let params: string | undefined;

  app.get('/info/bidders', (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const enabledOnly = readFlag('enabledonly', first(query['enabledonly']));
    if ('error' in enabledOnly) return reply.code(400).type(errorType).send(Buffer.from(enabledOnly.error));
    const baseAdaptersOnly = readFlag('baseadaptersonly', first(query['baseadaptersonly']));
    if ('error' in baseAdaptersOnly) return reply.code(400).type(errorType).send(Buffer.from(baseAdaptersOnly.error));
    const filter = { enabledOnly: enabledOnly.value, baseAdaptersOnly: baseAdaptersOnly.value };
    const key = `${filter.enabledOnly} ${filter.baseAdaptersOnly}`;
    let list = lists.get(key);
    if (list === undefined) {
      list = JSON.stringify(bidderNames(bidders, filter, aliases));
      lists.set(key, list);
    }
    return sendJson(reply, list);
  });

  app.get<{ Params: { name: string } }>('/info/bidders/:name', (request, reply) => {
    const { name } = request.params;
    const code = bidders.known(name)?.code ?? (Object.hasOwn(aliases, name) ? name : name.toLowerCase());
    if (code !== 'all' && !bidders.known(code) && !Object.hasOwn(aliases, code)) return reply.code(404).send();
    let info = infos.get(code);
    if (info === undefined) {
      const made = infoByName(bidders, code, describeDisabledBidders, aliases);
      info = made && JSON.stringify(made);
      infos.set(code, info);
    }
    return info === undefined ? reply.code(404).send() : sendJson(reply, info);
  });

  app.get('/bidders/params', (_request, reply) => {
    params ??= JSON.stringify(allParams(bidders));
    return sendJson(reply, params);
  });
}
