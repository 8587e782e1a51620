/** Where JSON is malformed. */

/** A token and the blanks before it; a sticky expression without alternatives that overlap, so that the scan is linear. */
const TOKEN = /[ \t\r\n]*(?:[{}[\],:]|"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const POSITION = /at position (\d+)/;

/** Offset of the first thing that is no token; the end if there is none. */
function endOfTokens(text: string): number {
  TOKEN.lastIndex = 0;
  let end = 0;
  while (TOKEN.test(text)) end = TOKEN.lastIndex;
  return end;
}

/** The parser's message with line and column, counted from 1; undefined: the JSON is well-formed. */
export function malformedJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (cause) {
    const { message } = cause as SyntaxError;
    const position = POSITION.exec(message)?.[1];
    const before = text.slice(0, position === undefined ? endOfTokens(text) : Number(position));
    const column = before.length - before.lastIndexOf('\n');
    return `line ${before.split('\n').length}, column ${column}: ${message}`;
  }
}
