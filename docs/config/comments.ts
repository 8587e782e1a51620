/**
 * The comments of the options, read from the files that declare them: zod schemas carry none. It understands what those files
 * say and no more: `const name = expression`, object literals in `z.object(…)` and its kin, spreads, and names that stand for one.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a name holds: its comment, and the members below it. */
export interface Told {
  readonly comment: string;
  readonly members: Map<string, Told>;
}

interface Token {
  readonly kind: 'comment' | 'name' | 'text' | 'mark';
  readonly text: string;
}

const TOKEN =
  /\/\*\*([\s\S]*?)\*\/|\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\.)*`|'((?:[^'\\\n]|\\.)*)'|(?<=[(,=:]\s*)\/(?:[^/\\\n[]|\\.|\[[^\]]*\])+\/\w*|\.{3}|=>|[\w$]+|\S/g;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (const [whole, comment, text] of source.matchAll(TOKEN)) {
    if (comment !== undefined)
      tokens.push({
        kind: 'comment',
        text: comment
          .replaceAll(/\s*\n\s*\*\s?/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      });
    else if (whole.startsWith('//') || whole.startsWith('/*')) continue;
    else if (text !== undefined) tokens.push({ kind: 'text', text });
    else tokens.push({ kind: /^[\w$]+$/.test(whole) ? 'name' : 'mark', text: whole });
  }
  return tokens;
}

const OPENS = new Set(['(', '[', '{']);
const CLOSES = new Set([')', ']', '}']);
const HOLDS_MEMBERS = new Set(['object', 'strictObject', 'looseObject', 'extend']);

/** Where what begins at `from` ends: at the mark that closes what is around it, or before that at one of `stops`. */
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

/** One file's names, and those it imports from its neighbours. */
class Source {
  readonly #tokens: Token[];
  /** Where the expression of each top-level name begins. */
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

  /** The members of a name; undefined: it is not known here. */
  named(name: string): Map<string, Told> | undefined {
    const start = this.#starts.get(name);
    if (start !== undefined) return this.#membersOf(start, endOf(this.#tokens, start));
    for (const other of this.#imports) if (other.#starts.has(name)) return other.named(name);
    return undefined;
  }

  /** Members an expression has: of its object literals, and of the names in it outside of them. */
  #membersOf(from: number, to: number): Map<string, Told> {
    const members = new Map<string, Told>();
    for (let i = from; i < to; i++) {
      const { text, kind } = this.#tokens[i] as Token;
      if (text === '{' && kind === 'mark' && this.#isMembers(from, i)) {
        const end = endOf(this.#tokens, i + 1, '');
        this.#readMembers(i + 1, end, members);
        i = end;
      } else if (kind === 'name' && this.#tokens[i - 1]?.text !== '.' && members.size === 0) {
        for (const [name, told] of this.named(text) ?? []) members.set(name, told);
      }
    }
    return members;
  }

  #isMembers(from: number, at: number): boolean {
    const [before, earlier] = [this.#tokens[at - 1]?.text ?? '', this.#tokens[at - 2]?.text ?? ''];
    return at === from || (before === '(' && (HOLDS_MEMBERS.has(earlier) || earlier === '=>'));
  }

  #readMembers(from: number, to: number, members: Map<string, Told>): void {
    let comment = '';
    for (let i = from; i < to; i++) {
      const { text, kind } = this.#tokens[i] as Token;
      if (kind === 'comment') comment = text;
      else if (text === '...') {
        const end = endOf(this.#tokens, i + 1);
        for (const [name, told] of this.#membersOf(i + 1, end)) members.set(name, told);
        i = end;
      } else if (kind === 'name' || kind === 'text') {
        const hasValue = this.#tokens[i + 1]?.text === ':';
        const end = endOf(this.#tokens, i + 1);
        members.set(text, { comment, members: hasValue ? this.#membersOf(i + 2, end) : (this.named(text) ?? new Map()) });
        comment = '';
        i = end;
      }
    }
  }
}

/** What the file says of the members of `name`. */
export function commentsOf(file: string, name: string): Map<string, Told> {
  return new Source(file, new Map()).named(name) ?? new Map();
}
