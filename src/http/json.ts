/** JSON as the ecosystem's servers label it. */
import type { FastifyReply } from 'fastify';

/** Sends the text as `application/json`; as bytes, since to a text the framework would add a charset. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply => reply.type('application/json').send(Buffer.from(text));
