/** What is thrown may be anything: these make an `Error`, or a message, of it. */

/** The message of whatever was thrown. */
export const errorMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Whatever was thrown, as an `Error`. */
export const toError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));
