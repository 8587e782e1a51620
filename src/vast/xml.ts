/** XML split into tokens with their offsets: enough to insert text at the right position and to check nesting. */

import type { Result } from '#src/lang/result.ts';

export interface XmlToken {
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'other';
  /** Element name of a tag. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Max nesting depth; real documents are far below it. */
const MAX_DEPTH = 200;

/**
 * The tokens of `text` in order, or an error: unterminated or mismatched tags, or excessive nesting. Several outermost elements
 * (markup fragments) and text around them are allowed.
 */
export function readXml(text: string): Result<XmlToken[]> {
  const tokens: XmlToken[] = [];
  const open: string[] = [];
  for (let at = 0; at < text.length; ) {
    const token = next(text, at);
    if (!token) return { error: `unexpected end or bad markup at ${at}` };
    if (token.kind === 'open') open.push(token.name);
    if (token.kind === 'close' && open.pop() !== token.name) return { error: `element </${token.name}> has no opening tag` };
    if (open.length > MAX_DEPTH) return { error: 'nested too deeply' };
    tokens.push(token);
    at = token.end;
  }
  return open.length === 0 ? { value: tokens } : { error: `element <${open.at(-1) ?? ''}> is not closed` };
}

function next(text: string, start: number): XmlToken | undefined {
  if (text.charCodeAt(start) !== 60) {
    const found = text.indexOf('<', start);
    return { kind: 'text', name: '', start, end: found < 0 ? text.length : found };
  }
  if (text.startsWith('<!--', start)) return upTo(text, start, 'other', '-->');
  if (text.startsWith('<![CDATA[', start)) return upTo(text, start, 'cdata', ']]>');
  if (text.startsWith('<?', start)) return upTo(text, start, 'other', '?>');
  if (text.startsWith('<!', start)) return upTo(text, start, 'other', '>');
  return tag(text, start);
}

function upTo(text: string, start: number, kind: XmlToken['kind'], mark: string): XmlToken | undefined {
  const found = text.indexOf(mark, start + 2);
  return found < 0 ? undefined : { kind, name: '', start, end: found + mark.length };
}

const NAME = /[A-Za-z_:][\w:.-]*/y;

function tag(text: string, start: number): XmlToken | undefined {
  const closing = text[start + 1] === '/';
  NAME.lastIndex = start + (closing ? 2 : 1);
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return undefined;
  const end = tagEnd(text, NAME.lastIndex);
  if (end < 0) return undefined;
  const empty = text[end - 2] === '/';
  if (closing && (empty || text.slice(NAME.lastIndex, end - 1).trim() !== '')) return undefined;
  return { kind: closing ? 'close' : empty ? 'empty' : 'open', name, start, end };
}

/** Position after the `>` that ends a tag, which may contain more of them in quotes; -1: none, or a `<` comes first. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '>') return at + 1;
    if (char === '<') return -1;
    if (char !== '"' && char !== "'") continue;
    at = text.indexOf(char, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** Arbitrary text as CDATA. */
export const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** An element around such text. */
export const cdataElement = (name: string, text: string, attributes = ''): string => `<${name}${attributes}>${cdata(text)}</${name}>`;
