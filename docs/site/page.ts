/** The frame of a page: menu, search, content. */
import { dirname, relative } from 'node:path';
import { CONTENTS } from './contents.ts';
import { escapeHtml, type Rendered } from './markdown.ts';

/** A page of the site. */
export interface SitePage {
  /** Its Markdown file, relative to the root of the repository. */
  readonly file: string;
  /** Its address, relative to the root of the site. */
  readonly address: string;
  readonly rendered: Rendered;
}

/** @param all every page by file */
export function pageHtml({ file, address, rendered }: SitePage, all: ReadonlyMap<string, SitePage>): string {
  const to = (target: string): string => relative(dirname(address), target) || '.';
  const item = (each: string): string => {
    const page = all.get(each);
    if (!page) throw new Error(`docs/site/contents.ts: ${each} is not a page`);
    const current = each === file ? ' aria-current="page"' : '';
    return `<li><a href="${to(page.address)}"${current}>${escapeHtml(page.rendered.title)}</a></li>`;
  };
  const menu = CONTENTS.map(({ title, files }) => {
    const isOpen = files.includes(file) || (title === 'Features' && file.startsWith('docs/bidders/'));
    return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${files.map(item).join('')}</ul></details>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(rendered.title)} – auctor</title>
<link rel="stylesheet" href="${to('site.css')}">
<script type="module" src="${to('site.js')}" data-root="${to('.')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${to('index.html')}">auctor</a>
<form role="search"><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the pages" autocomplete="off"></form>
<ol id="found" hidden></ol>
</header>
<nav aria-label="Pages">${menu.join('\n')}</nav>
<main id="content" tabindex="-1">
${rendered.html}</main>
</body>
</html>
`;
}
