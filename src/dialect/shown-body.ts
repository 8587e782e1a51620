/** Max length of a response quoted in a message: instead of JSON a service may send a page. */
const MAX_SHOWN = 500;

/** The body, truncated with an ellipsis if it is too long. */
export const shownBody = (body: string): string => (body.length <= MAX_SHOWN ? body : `${body.slice(0, MAX_SHOWN)}…`);
