/** Error messages shared by several endpoints. They contain our product name. */

const HOST = 'Please reach out to the auctor host.';

export const ACCOUNT_MESSAGES = {
  required: `auctor has been configured to discard requests without a valid Account ID. ${HOST}`,
  unverified: `auctor could not verify the Account ID. ${HOST}`,
  disabled: (id: string) => `auctor has disabled Account ID: ${id}, please reach out to the auctor host.`,
  blocked: (id: string) => `auctor has blocklisted Account ID: ${id}, please reach out to the auctor host.`,
  malformed: (id: string) => `The auctor account config for account id "${id}" is malformed. ${HOST}`,
  malformedDsa: (id: string) => `The auctor account config DSA for account id "${id}" is malformed. ${HOST}`,
  unauthorized: (id: string) => `Unauthorized account id: ${id}`,
  inactive: (id: string) => `Account ${id} is inactive`,
} as const;

/** The message for requests of an app that the host blocks. @param id of the app */
export const blockedAppMessage = (id: string): string => `auctor does not process requests from App ID: ${id}`;
