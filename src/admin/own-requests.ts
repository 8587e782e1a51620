/** Requests of the console to the public port of its own host. */
import { Agent, request } from 'undici';

/** A certificate names the public host, not the address of this machine. */
const agent = new Agent({ connect: { rejectUnauthorized: false } });

/** The same as `request` of undici. @param url on the public port */
export const requestOwn = (url: string, options: NonNullable<Parameters<typeof request>[1]>): ReturnType<typeof request> =>
  request(url, { ...options, dispatcher: agent });
