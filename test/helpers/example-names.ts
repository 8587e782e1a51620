/** Resolves `*.example` to this machine, as entries in its hosts file would. */
import dns from 'node:dns';

/** From here on; the returned function ends it. */
export function exampleNamesHere(): () => void {
  const { lookup } = dns;
  const here = (host: string, ...rest: unknown[]): void => {
    Reflect.apply(lookup, dns, [host.endsWith('.example') ? '127.0.0.1' : host, ...rest]);
  };
  Object.assign(dns, { lookup: here });
  return () => {
    Object.assign(dns, { lookup });
  };
}
