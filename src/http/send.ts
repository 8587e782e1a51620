/** Responses with the content types of the ecosystem's servers. */
import type { FastifyReply } from 'fastify';

export const TEXT_PLAIN = 'text/plain; charset=utf-8';

/** Headers of every response of the public listener. */
export const NO_CACHE = { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache', expires: '0' };

/** Sends JSON as `application/json`; as bytes, because the framework adds a charset to strings. */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply => reply.type('application/json').send(Buffer.from(json));

/** Sends a message as `text/plain`. */
export const sendPlain = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).type(TEXT_PLAIN).send(message);
