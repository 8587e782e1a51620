/**
 * The comments of the options, read from the files that declare them, because zod schemas contain none. It understands only the constructs
 * of those files: `const name = expression`, object literals in `z.object(…)` and related functions, spreads, and names.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A name's comment and nested fields. */
export interface CommentNode {
  readonly comment: string;
  readonly fields: Map<string, CommentNode>;
}

interface Token {
  readonly kind: 'comment' | 'name' | 'text' | 'mark';
  readonly text: string;
}

const TOKEN =
  /\/\*\*([\s\S]*?)\*\/|\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\.)*`|'((?:[^'\\\n]|\\.)*)'|(?<=[(,=:]\s*)\/(?:[^/\\\n[]|\\.|\[[^\]]*\])+\/\w*|\.{3}|=>|[\w$]+|\S/g;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (const [full, comment, text] of source.matchAll(TOKEN)) {
    if (comment !== undefined)
      tokens.push({
        kind: 'comment',
        text: comment
          .replaceAll(/\s*\n\s*\*\s?/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      });
    else if (full.startsWith('//') || full.startsWith('/*')) continue;
    else if (text !== undefined) tokens.push({ kind: 'text', text });
    else tokens.push({ kind: /^[\w$]+$/.test(full) ? 'name' : 'mark', text: full });
  }
  return tokens;
}

const OPENS = new Set(['(', '[', '{']);
const CLOSES = new Set([')', ']', '}']);
const HOLDS_FIELDS = new Set(['object', 'strictObject', 'looseObject', 'extend']);

/** The end of the expression at `from`: the closing bracket of its parent, or an earlier token in `stops`. */
function endOf(tokens: readonly Token[], from: number, stops = ',;'): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const { text, kind } = tokens[i] as Token;
    if (kind === 'mark' && OPENS.has(text)) depth++;
    else if (kind === 'mark' && CLOSES.has(text) && depth-- === 0) return i;
    else if (depth === 0 && kind === 'mark' && stops.includes(text)) return i;
  }
  return tokens.length;
}

/** The names of one file, and those it imports from its folder. */
class Source {
  readonly #tokens: Token[];
  /** Start of the expression of each top-level name. */
  readonly #starts = new Map<string, number>();
  readonly #imports: Source[];

  constructor(file: string, loaded: Map<string, Source>) {
    loaded.set(file, this);
    const source = readFileSync(file, 'utf8');
    this.#tokens = tokensOf(source);
    const near = [...source.matchAll(/^import \{[^}]*\} from '(\.[^']+)'/gm)].map(([, name = '']) => join(dirname(file), name));
    this.#imports = near.map((name) => loaded.get(name) ?? new Source(name, loaded));
    this.#tokens.forEach(({ text }, i) => {
      if (text === 'const' && this.#tokens[i + 2]?.text === '=') this.#starts.set(this.#tokens[i + 1]?.text ?? '', i + 3);
    });
  }

  /** The fields of a name; undefined: unknown here. */
  named(name: string): Map<string, CommentNode> | undefined {
    const start = this.#starts.get(name);
    if (start !== undefined) return this.#fieldsOf(start, endOf(this.#tokens, start));
    for (const other of this.#imports) if (other.#starts.has(name)) return other.named(name);
    return undefined;
  }

  /** Fields of an expression: of its object literals, and of the names outside of them. */
  #fieldsOf(from: number, to: number): Map<string, CommentNode> {
    const fields = new Map<string, CommentNode>();
    for (let i = from; i < to; i++) {
      const { text, kind } = this.#tokens[i] as Token;
      if (text === '{' && kind === 'mark' && this.#isFields(from, i)) {
        const end = endOf(this.#tokens, i + 1, '');
        this.#readFields(i + 1, end, fields);
        i = end;
      } else if (kind === 'name' && this.#tokens[i - 1]?.text !== '.' && fields.size === 0) {
        for (const [name, node] of this.named(text) ?? []) fields.set(name, node);
      }
    }
    return fields;
  }

  #isFields(from: number, at: number): boolean {
    const [before, earlier] = [this.#tokens[at - 1]?.text ?? '', this.#tokens[at - 2]?.text ?? ''];
    return at === from || (before === '(' && (HOLDS_FIELDS.has(earlier) || earlier === '=>'));
  }

  #readFields(from: number, to: number, fields: Map<string, CommentNode>): void {
    let comment = '';
    for (let i = from; i < to; i++) {
      const { text, kind } = this.#tokens[i] as Token;
      if (kind === 'comment') comment = text;
      else if (text === '...') {
        const end = endOf(this.#tokens, i + 1);
        for (const [name, node] of this.#fieldsOf(i + 1, end)) fields.set(name, node);
        i = end;
      } else if (kind === 'name' || kind === 'text') {
        const hasValue = this.#tokens[i + 1]?.text === ':';
        const end = endOf(this.#tokens, i + 1);
        fields.set(text, { comment, fields: hasValue ? this.#fieldsOf(i + 2, end) : (this.named(text) ?? new Map()) });
        comment = '';
        i = end;
      }
    }
  }
}

/** The comments of the fields of `name`. */
export function commentsOf(file: string, name: string): Map<string, CommentNode> {
  return new Source(file, new Map()).named(name) ?? new Map();
}
