/** JSON with the content type of the ecosystem's servers. */
import type { FastifyReply } from 'fastify';

/** Sends JSON as `application/json`; as bytes, because the framework adds a charset to strings. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply => reply.type('application/json').send(Buffer.from(text));
