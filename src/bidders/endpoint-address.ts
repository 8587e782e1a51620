/** Addresses of bidders that a host configures. */

const MACRO = /\{\{[^{}]*\}\}|\{[^{}]*\}/g;
const PORT_MACRO = /:\{+[^{}]*\}+(?=[/?]|$)/;

/** Whether it is an HTTP address once its macros have values; one that starts with a macro is known only then. */
export function isAddress(endpoint: string): boolean {
  const { protocol } = URL.parse(endpoint.replace(PORT_MACRO, ':1').replace(MACRO, 'x')) ?? {};
  return endpoint.startsWith('{') || protocol === 'http:' || protocol === 'https:';
}

/** Names of the macros (`{{.Host}}`) in an endpoint. */
export const macrosIn = (endpoint: string): string[] => [...endpoint.matchAll(/\{\{\s*\.(\w+)\s*\}\}/g)].map(([, name = '']) => name);
