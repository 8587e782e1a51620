/** Longest part of a response that a text repeats: what a service sends in place of JSON may be a page. */
const MAX_SHOWN = 500;

export const shownBody = (body: string): string => (body.length <= MAX_SHOWN ? body : `${body.slice(0, MAX_SHOWN)}…`);
