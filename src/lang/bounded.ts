/** Bounds of text that repeats input: a response must not grow with every repetition of a long value. */

/** Max UTF-16 units of one error or warning in a response. */
export const MAX_MESSAGE = 1000;
/** Max UTF-16 units of an error page. */
export const MAX_BODY = 10_000;

/** The text, or its first `max` UTF-16 units and an ellipsis. A pair of surrogates is not divided. */
export function bounded(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const next = text.charCodeAt(max);
  const isDivided = last >= 0xd800 && last < 0xdc00 && next >= 0xdc00 && next < 0xe000;
  return `${text.slice(0, isDivided ? max - 1 : max)}…`;
}
