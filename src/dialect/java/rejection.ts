/** Rejections in the Java variant: statuses (decisions row 17) and messages. */
import type { RejectionKind } from '#src/auction/rejection.ts';
import type { RejectionDialect } from '../contract/rejection.ts';

const PREFIX = 'Invalid request format: ';
const prefixed = (messages: readonly string[]): string => messages.map((message) => `${PREFIX}${message}`).join('\n');

/** Rejections of a video request that are not client errors. */
const OWN_ERROR: ReadonlySet<RejectionKind> = new Set(['failed', 'accountDisabled', 'blockedApp', 'storeUnavailable']);

export const rejection: RejectionDialect = {
  status: {
    invalid: 400,
    tooLarge: 413,
    blockedApp: 503,
    accountDisabled: 503,
    accountRequired: 401,
    accountMalformed: 400,
    module: 200,
    failed: 500,
    storeUnavailable: 503,
    clientDisconnected: 499,
  },
  body: ({ kind, messages, isBare }) => (kind === 'invalid' && !isBare ? prefixed(messages) : messages.join('\n')),
  tooLarge: (message) => ({ status: 413, message }),
  videoBody(kind, messages) {
    if (kind === 'accountRequired') return messages.map((message) => `Unauthorised: ${message}`).join('\n');
    return OWN_ERROR.has(kind) ? `Critical error while running the auction: ${messages.join(', ')}` : prefixed(messages);
  },
};
