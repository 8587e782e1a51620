/** What calls of the admin listener say: parameters of the query and of a form in the body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

const BODY_LIMIT = 16 * 1024;

/** Bodies of the scope's routes are read as text, whatever their content type says. */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
}

/** Of the query, and of a form in the body; the first of a name counts. */
export function parametersOf(request: FastifyRequest): Record<string, string> {
  const [, query = ''] = request.url.split('?', 2);
  const given = [...new URLSearchParams(query), ...new URLSearchParams(typeof request.body === 'string' ? request.body : '')];
  return Object.fromEntries(given.reverse());
}
