/** `GET /info/bidders`, `/info/bidders/{name}`, `/bidders/params`: bodies are serialized once (docs/endpoints/info.md). */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { allParams, bidderNames, defaultAliases, infoByName, type ListFilter, readFlag } from '#src/bidders/info.ts';
import { memo } from '#src/lang/memo.ts';
import type { Result } from '#src/lang/result.ts';
import { queryOf } from './incoming.ts';
import { sendJson, TEXT_PLAIN } from './send.ts';

/** The flags of a query, or the error of the first invalid one. */
function readFilter(query: ReturnType<typeof queryOf>): Result<ListFilter> {
  const enabledOnly = readFlag('enabledonly', query['enabledonly']);
  if ('error' in enabledOnly) return enabledOnly;
  const baseAdaptersOnly = readFlag('baseadaptersonly', query['baseadaptersonly']);
  if ('error' in baseAdaptersOnly) return baseAdaptersOnly;
  return { value: { enabledOnly: enabledOnly.value, baseAdaptersOnly: baseAdaptersOnly.value } };
}

export function registerInfo(app: FastifyInstance, { bidders, config, defaultRequest }: Services): void {
  const { describeDisabledBidders, jsonInfoErrors } = config.rules;
  const errorType = jsonInfoErrors ? 'application/json' : TEXT_PLAIN;
  const aliases = defaultAliases(config.default_request.alias_info, defaultRequest);
  const listBy = memo((filter: string) => JSON.stringify(bidderNames(bidders, JSON.parse(filter) as ListFilter, aliases)));
  /** Empty: there is none. */
  const infoOf = memo((code: string) => {
    const info = infoByName(bidders, code, describeDisabledBidders, aliases);
    return info === undefined ? '' : JSON.stringify(info);
  });
  let params: string | undefined;

  app.get('/info/bidders', (request, reply) => {
    const filter = readFilter(queryOf(request));
    if ('error' in filter) return reply.code(400).type(errorType).send(Buffer.from(filter.error));
    return sendJson(reply, listBy(JSON.stringify(filter.value)));
  });

  app.get<{ Params: { name: string } }>('/info/bidders/:name', (request, reply) => {
    const { name } = request.params;
    const code = bidders.known(name)?.code ?? (Object.hasOwn(aliases, name) ? name : name.toLowerCase());
    if (code !== 'all' && !bidders.known(code) && !Object.hasOwn(aliases, code)) return reply.code(404).send();
    const info = infoOf(code);
    return info === '' ? reply.code(404).send() : sendJson(reply, info);
  });

  app.get('/bidders/params', (_request, reply) => {
    params ??= JSON.stringify(allParams(bidders, aliases));
    return sendJson(reply, params);
  });
}
