import type { HostConfig } from '#src/config/schema.ts';

/** All addresses of this machine; in the Go variant's settings an empty host is all as well. */
const EVERYWHERE: readonly string[] = ['', '0.0.0.0', '::'];

/** The address of this machine's own public port, whatever address it listens on; undefined: it has no port. */
export const originOf = ({ host, tls }: Pick<HostConfig, 'host' | 'tls'>, port: number): string | undefined => {
  if (port === 0) return undefined;
  const name = EVERYWHERE.includes(host) ? '127.0.0.1' : host;
  return `${tls.cert === '' ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
