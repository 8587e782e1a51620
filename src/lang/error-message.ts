/** Anything may be thrown: these convert it to an `Error` or a message. */

/** The message of any thrown value. */
export const errorMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Any thrown value as an `Error`. */
export const toError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));
