/** Parameters of admin requests, from the query and from a form body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

const BODY_LIMIT = 16 * 1024;

/** The scope's routes read bodies as text, whatever their content type. */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
}

/** Query parameters and form fields; the first value of a name wins. */
export function parametersOf(request: FastifyRequest): Record<string, string> {
  const [, query = ''] = request.url.split('?', 2);
  const given = [...new URLSearchParams(query), ...new URLSearchParams(typeof request.body === 'string' ? request.body : '')];
  return Object.fromEntries(given.reverse());
}
