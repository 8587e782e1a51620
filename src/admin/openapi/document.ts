/** An OpenAPI 3.1 document of the registered routes (https://spec.openapis.org/oas/v3.1.1). */
import type { ListedRoute } from '#src/http/route-list.ts';
import { ENDPOINTS, type EndpointDescription, ERRORS, isUndocumented, type Media } from './endpoints.ts';
import { openRtbSchemas, reference } from './schemas.ts';

export interface DocumentInput {
  readonly version: string;
  readonly publicUrl: string;
  readonly publicRoutes: readonly ListedRoute[];
  readonly adminUrl: string;
  readonly adminRoutes: readonly ListedRoute[];
}

type Operation = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<Media, readonly string[]>> = {
  json: ['application/json'],
  text: ['text/plain'],
  html: ['text/html'],
  image: ['image/png'],
  'page or image': ['text/html', 'image/png'],
  'json or text': ['application/json', 'text/plain'],
  'json or xml': ['application/json', 'application/xml'],
  chart: ['application/json', 'text/plain', 'application/scxml+xml'],
};

/** `/info/bidders/:name` → `/info/bidders/{name}`. */
const template = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');

const schemaOf = (name: string | undefined): object => (name !== undefined && /^[A-Z]/.test(name) ? reference(name) : {});

function parametersOf(path: string, query = ''): object[] {
  const inPath = [...template(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true }));
  const inQuery = query.split(' ').filter(Boolean);
  return [
    ...inPath,
    ...inQuery.map((word) => ({ name: word.replace('!', ''), in: 'query', ...(word.endsWith('!') && { required: true }) })),
  ].map((parameter) => ({ ...parameter, schema: { type: 'string' } }));
}

const contentOf = (media: Media, schema: string | undefined): object =>
  Object.fromEntries(TYPES[media].map((type) => [type, { schema: type === 'application/json' ? schemaOf(schema) : { type: 'string' } }]));

function responsesOf({ success, or, errors = [] }: EndpointDescription): object {
  const successes = or ? [success, or] : [success];
  return {
    ...Object.fromEntries(
      successes.map(([status, media, schema]) => [
        status,
        { description: 'Success.', ...(media && { content: contentOf(media, schema) }) },
      ]),
    ),
    ...Object.fromEntries(
      errors.map((code) => [code, { description: ERRORS[code], content: { 'text/plain': { schema: { type: 'string' } } } }]),
    ),
  };
}

/** An endpoint without a description is one that a module or a setting adds: its route is all that is known. */
const UNDESCRIBED: EndpointDescription = { summary: 'Not described', success: [200] };

function operationOf({ method, path }: ListedRoute, tag: string): Operation {
  const description = ENDPOINTS[`${method} ${path}`] ?? UNDESCRIBED;
  const { summary, query, body } = description;
  const parameters = parametersOf(path, query);
  const type = body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    summary,
    tags: [tag],
    operationId: `${tag}${method === 'GET' ? '' : `-${method.toLowerCase()}`}${template(path).replaceAll(/\W+/g, '-')}`.replace(/-$/, ''),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: { [type]: { schema: schemaOf(body) } } } }),
    responses: responsesOf(description),
    ...(tag === 'admin' && { security: [{ token: [] }, {}] }),
  };
}

/** Paths of one listener; a path of both listeners is described as the public one. */
function pathsOf(routes: readonly ListedRoute[], tag: string, url: string): Map<string, object> {
  const documented = routes.filter(({ method, path }) => !isUndocumented(method, path));
  const byPath = Map.groupBy(documented, ({ path }) => template(path));
  return new Map(
    [...byPath].map(([path, own]) => {
      const operations = own.map((route) => [route.method.toLowerCase(), operationOf(route, tag)] as const);
      return [path, { ...Object.fromEntries(operations), ...(tag === 'admin' && { servers: [{ url }] }) }];
    }),
  );
}

/** The complete document. */
export function openApiDocument({ version, publicUrl, publicRoutes, adminUrl, adminRoutes }: DocumentInput): object {
  const paths = new Map([...pathsOf(adminRoutes, 'admin', adminUrl), ...pathsOf(publicRoutes, 'public', publicUrl)]);
  return {
    openapi: '3.1.0',
    info: { title: 'auctor', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'public', description: 'The public listener.' },
      { name: 'admin', description: 'The admin listener.' },
    ],
    paths: Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: openRtbSchemas(), securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}
