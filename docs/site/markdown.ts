/** Markdown to HTML: headings with anchors, links between pages, sections for the search. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';

/** Part of a page below one heading, for the search. */
export interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

export interface Rendered {
  /** The first heading. */
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** How links of a page are written. */
export interface Links {
  /** The page's file, relative to the root. */
  readonly file: string;
  /** The root of the repository. */
  readonly root: string;
  /** Page of the site by file. */
  readonly pages: ReadonlyMap<string, string>;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** The id of a heading, as code hosts make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The visible text of tokens. */
const plain = (tokens: readonly Token[] | undefined, otherwise: string): string =>
  tokens?.map((token) => plain('tokens' in token ? token.tokens : undefined, 'text' in token ? String(token.text) : '')).join('') ??
  otherwise;

/** The address of a link from a page; sources of the program are named, not linked: the site has no copy of them. */
function addressOf(href: string, { file, root, pages }: Links): string | undefined {
  if (/^[a-z]+:/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? file : relative(root, join(root, dirname(file), path));
  const page = pages.get(target) ?? pages.get(join(target, 'README.md'));
  if (page === undefined) {
    if (!existsSync(join(root, target))) throw new Error(`${file}: the link to ${href} leads nowhere`);
    return undefined;
  }
  const from = dirname(pages.get(file) ?? '');
  return `${relative(from, page)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Splits a page at its headings. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { heading: string; anchor: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plain((token as Tokens.Heading).tokens, '');
      sections.push({ heading, anchor: anchorOf(heading), text: '' });
      continue;
    }
    const last = sections.at(-1);
    if (last && token.type !== 'html') last.text += ` ${token.raw}`;
  }
  return sections;
}

/** @throws Error for a link to a file that does not exist */
export function render(markdown: string, links: Links): Rendered {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const anchor = anchorOf(plain(tokens, ''));
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchor}">${inner} <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href, links);
        return address === undefined ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((row) => cells(row, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      code({ text, lang }) {
        return `<pre tabindex="0"><code${lang ? ` class="language-${escapeHtml(lang)}"` : ''}>${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens);
  return { title: sections[0]?.heading ?? links.file, html: marked.parser(tokens), sections };
}
