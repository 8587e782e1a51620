/** `GET /info/bidders`, `/info/bidders/{name}`, `/bidders/params`: bodies are serialized once (docs/endpoints/info.md). */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { allParams, bidderNames, defaultAliases, infoByName, readFlag } from '#src/bidders/info.ts';
import type { Result } from '#src/lang/result.ts';
import { sendJson, TEXT_PLAIN } from './send.ts';

const first = (value: unknown): string | undefined =>
  Array.isArray(value) ? String(value[0]) : value === undefined ? undefined : String(value);

const jsonOf = (info: unknown): string | undefined => (info === undefined ? undefined : JSON.stringify(info));

type Filter = Parameters<typeof bidderNames>[1];

/** The flags of a query, or the error of the first invalid one. */
function readFilter(query: Record<string, unknown>): Result<Filter> {
  const enabledOnly = readFlag('enabledonly', first(query['enabledonly']));
  if ('error' in enabledOnly) return enabledOnly;
  const baseAdaptersOnly = readFlag('baseadaptersonly', first(query['baseadaptersonly']));
  if ('error' in baseAdaptersOnly) return baseAdaptersOnly;
  return { value: { enabledOnly: enabledOnly.value, baseAdaptersOnly: baseAdaptersOnly.value } };
}

/** Texts by key, each made once. */
function madeOnce<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as T;
    const text = make();
    made.set(key, text);
    return text;
  };
}

export function registerInfo(app: FastifyInstance, { bidders, config, defaultRequest }: Services): void {
  const { describeDisabledBidders, jsonInfoErrors } = config.rules;
  const errorType = jsonInfoErrors ? 'application/json' : TEXT_PLAIN;
  const aliases = defaultAliases(config.default_request.alias_info, defaultRequest);
  const lists = madeOnce<string>();
  const infos = madeOnce<string | undefined>();
  let params: string | undefined;

  app.get('/info/bidders', (request, reply) => {
    const filter = readFilter(request.query as Record<string, unknown>);
    if ('error' in filter) return reply.code(400).type(errorType).send(Buffer.from(filter.error));
    const { enabledOnly, baseAdaptersOnly } = filter.value;
    return sendJson(
      reply,
      lists(`${enabledOnly} ${baseAdaptersOnly}`, () => JSON.stringify(bidderNames(bidders, filter.value, aliases))),
    );
  });

  app.get<{ Params: { name: string } }>('/info/bidders/:name', (request, reply) => {
    const { name } = request.params;
    const code = bidders.known(name)?.code ?? (Object.hasOwn(aliases, name) ? name : name.toLowerCase());
    if (code !== 'all' && !bidders.known(code) && !Object.hasOwn(aliases, code)) return reply.code(404).send();
    const info = infos(code, () => jsonOf(infoByName(bidders, code, describeDisabledBidders, aliases)));
    return info === undefined ? reply.code(404).send() : sendJson(reply, info);
  });

  app.get('/bidders/params', (_request, reply) => {
    params ??= JSON.stringify(allParams(bidders, aliases));
    return sendJson(reply, params);
  });
}
