/**
 * The framework's setting for apps whose routes have no JSON schemas: zod checks requests, and responses are finished text. Without it each
 * start loads the packages that compile schemas.
 */
function noSchemas(): never {
  throw new Error('routes have no schemas');
}

export const NO_SCHEMAS = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };
