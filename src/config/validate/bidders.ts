/** Validates the addresses of bidders. */
import type { HostConfig } from '../schema.ts';

const MACRO = /\{\{[^{}]*\}\}|\{[^{}]*\}/g;
const PORT_MACRO = /:\{+[^{}]*\}+(?=[/?]|$)/;

/** One line per error. The address of a disabled bidder may be a placeholder; in the Java variant bidders are disabled by default. */
export function bidderErrors({ adapters, variant }: HostConfig): string[] {
  return Object.entries(adapters)
    .filter(([, { enabled, disabled }]) => enabled ?? (variant === 'go' && disabled !== true))
    .filter(([, { endpoint = '' }]) => endpoint !== '' && !isAddress(endpoint))
    .map(([code, { endpoint }]) => `adapters.${code}.endpoint: is no address: ${endpoint}`);
}

/** An HTTP address once its macros have values; one that starts with a macro is known only then. */
function isAddress(endpoint: string): boolean {
  const { protocol } = URL.parse(endpoint.replace(PORT_MACRO, ':1').replace(MACRO, 'x')) ?? {};
  return endpoint.startsWith('{') || protocol === 'http:' || protocol === 'https:';
}
