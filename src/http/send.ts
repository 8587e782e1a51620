/** Responses with the content types of the ecosystem's servers. */
import type { FastifyReply } from 'fastify';

export const TEXT_PLAIN = 'text/plain; charset=utf-8';

/** Sends JSON as `application/json`; as bytes, because the framework adds a charset to strings. */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply => reply.type('application/json').send(Buffer.from(json));

/** Sends text as `text/plain`. */
export const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply => reply.code(status).type(TEXT_PLAIN).send(text);
