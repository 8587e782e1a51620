/** Responses with values that callers stored: on the origin of the `uids` cookie, no browser may execute them. */
import type { FastifyReply } from 'fastify';
import { isActiveMarkup } from '#src/vast/active-markup.ts';
import { TEXT_PLAIN } from './send.ts';

const HARMLESS = { 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' } as const;

/** Sends a stored value; markup of pages as text. As bytes: the framework adds a charset to JSON strings. */
export function sendStored(reply: FastifyReply, status: number, contentType: string, body: string): FastifyReply {
  const isPage = contentType.includes('xml') && isActiveMarkup(body);
  const type = isPage ? TEXT_PLAIN : contentType;
  return reply.code(status).headers(HARMLESS).type(type).send(Buffer.from(body));
}
