/** Rejections in the Go variant: statuses (decisions row 17) and messages. */
import type { RejectionDialect } from '../contract/rejection.ts';

const PREFIX = 'Invalid request: ';

export const rejection: RejectionDialect = {
  status: {
    invalid: 400,
    tooLarge: 400,
    blockedApp: 503,
    accountDisabled: 503,
    accountRequired: 400,
    accountMalformed: 500,
    module: 200,
    failed: 500,
    storeUnavailable: 503,
    clientDisconnected: 499,
  },
  body: ({ messages }) => messages.map((message) => `${PREFIX}${message}\n`).join(''),
  tooLarge: (text) => ({ status: 400, message: `${PREFIX}${text}\n` }),
  videoBody: (_kind, messages) => `Critical error while running the video endpoint: ${messages.map((message) => ` ${message}`).join('')}`,
};
