/** Markup that a browser executes if it opens it as a page: XHTML, SVG, stylesheets, entities. VAST has none of it outside CDATA. */
import { readXml, type XmlToken } from './xml.ts';

/** Elements of pages, without their namespace prefix. */
const PAGE_ELEMENTS = new Set(['html', 'script', 'svg', 'iframe', 'object', 'embed', 'stylesheet', 'transform']);
/** Namespaces whose elements a browser renders. */
const PAGE_NAMESPACES = ['/1999/xhtml', '/2000/svg', '/1999/XSL/Transform', '/Math/MathML'];
/** Declarations that a document could use to write any of these in another way, or to load a stylesheet. */
const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY', '<?xml-stylesheet'];

const isOneOf = (text: string, starts: readonly string[]): boolean => starts.some((start) => text.startsWith(start));

/**
 * Whether a browser could execute part of the document if it opened it as XML. Elements of pages in a VAST document without a namespace are
 * a mistake of its author, and do nothing.
 */
export function isActiveMarkup(xml: string): boolean {
  if (!xml.includes('<')) return false;
  const read = readXml(xml);
  // Browsers execute a document up to its first error.
  if ('error' in read) return mayBeActive(xml.toLowerCase());
  const tokens = read.value;
  const root = tokens.find(isTag);
  const isVast = root !== undefined && localName(root) === 'vast';
  return tokens.some((token) => {
    if (token.kind === 'other') return isOneOf(xml.slice(token.start, token.start + 16), DECLARATIONS);
    if (!isTag(token)) return false;
    return (!isVast && PAGE_ELEMENTS.has(localName(token))) || hasPageNamespace(xml.slice(token.start, token.end));
  });
}

const isTag = ({ kind }: XmlToken): boolean => kind === 'open' || kind === 'empty';

const localName = ({ name }: XmlToken): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/** A coarser rule for documents that are not well-formed; in lower case. */
const mayBeActive = (xml: string): boolean =>
  xml.includes('xmlns') ||
  DECLARATIONS.some((mark) => xml.includes(mark.toLowerCase())) ||
  [...PAGE_ELEMENTS].some((name) => xml.includes(`<${name}`));

/** Whether a tag with a namespace names one of pages, or may write it with character references. */
const hasPageNamespace = (tag: string): boolean =>
  tag.includes('xmlns') && (tag.includes('&') || PAGE_NAMESPACES.some((name) => tag.includes(name)));
