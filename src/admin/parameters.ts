/** Parameters of admin requests, from the query and from a form body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyOf, searchParamsOf } from '#src/http/sync-host.ts';

const BODY_LIMIT = 16 * 1024;

/** The scope's routes read bodies, whatever their content type. */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
}

/** Query parameters and form fields; the first value of a name wins. */
export function parametersOf(request: FastifyRequest): Record<string, string> {
  const given = [...searchParamsOf(request), ...new URLSearchParams(bodyOf(request))];
  return Object.fromEntries(given.reverse());
}
