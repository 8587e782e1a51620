/** `POST /console/replay`: runs a recorded auction again, offline, with this host's settings. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendPlain } from '#src/http/send.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { RECORDING_VERSION, type Recording } from '#src/replay/journal.ts';
import type { Replayed } from '#src/replay/replay.ts';

const BODY_LIMIT = 16 * 1024 * 1024;

/** The outline of a recording; the replay itself rejects one whose content does not fit. */
const replayRequest = z.object({
  recording: z.looseObject({
    v: z.literal(RECORDING_VERSION),
    endpoint: z.string(),
    incoming: z.looseObject({ body: z.string() }),
    journal: z.looseObject({}),
  }),
});

/** @param replay may reject: recordings come from a browser */
export function registerReplay(admin: FastifyInstance, replay: (recording: Recording) => Promise<Replayed>): void {
  admin.post('/console/replay', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const read = replayRequest.safeParse(request.body);
    if (!read.success) return sendPlain(reply, 400, `${z.prettifyError(read.error)}\n`);
    try {
      const { same, differences, clientResponse } = await replay(read.data.recording as unknown as Recording);
      return await reply.send({ same, differences, status: clientResponse?.status ?? 0, body: clientResponse?.body ?? '' });
    } catch (cause) {
      return sendPlain(reply, 400, `recording: ${errorMessage(cause)}\n`);
    }
  });
}
