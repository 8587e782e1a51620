/** The name or address of a host, without scheme and port. */
import { isIP } from 'node:net';
import { z } from 'zod';

const NAME = /^[\p{L}\p{M}\p{N}._-]+$/u;

/** `[::1]`, as in an address with a port. */
const withoutBrackets = (host: string): string => (/^\[.*\]$/.test(host) && isIP(host.slice(1, -1)) === 6 ? host.slice(1, -1) : host);

/** Whether this can be the host of a connection: a name whose last part is a number must be an IPv4 address. */
const isHost = (host: string): boolean => host === '' || isIP(host) !== 0 || (NAME.test(host) && URL.canParse(`http://${host}`));

/** IPv6 addresses may be in brackets; '' is left to the reader. */
export const hostName = () =>
  z.string().overwrite(withoutBrackets).refine(isHost, 'must be a host name or an IP address, without scheme and port');
