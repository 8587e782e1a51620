/** The address of this machine's own public port, whatever address it listens on; undefined: it has no port. */
export const originOf = (host: string, port: number): string | undefined => {
  if (port === 0) return undefined;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
