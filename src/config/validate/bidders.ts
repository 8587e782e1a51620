/** Validates the addresses of bidders. */
import type { HostConfig } from '../schema.ts';

const MACRO = /\{\{[^{}]*\}\}|\{[^{}]*\}/g;

/** One line per error. The address of a disabled bidder may be a placeholder. */
export function bidderErrors({ adapters }: HostConfig): string[] {
  return Object.entries(adapters)
    .filter(([, { endpoint = '', enabled, disabled }]) => endpoint !== '' && enabled !== false && disabled !== true && !isAddress(endpoint))
    .map(([code, { endpoint }]) => `adapters.${code}.endpoint: is no address: ${endpoint}`);
}

/** An HTTP address once its macros have values; one that starts with a macro is known only then. */
function isAddress(endpoint: string): boolean {
  const { protocol } = URL.parse(endpoint.replace(MACRO, 'x')) ?? {};
  return endpoint.startsWith('{') || protocol === 'http:' || protocol === 'https:';
}
