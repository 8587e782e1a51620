import { expect, test } from 'vitest';
import { isActiveMarkup } from '#src/vast/active-markup.ts';

const XHTML = 'http://www.w3.org/1999/xhtml';

test.each([
  ['VAST', '<VAST version="4.2" xmlns="http://www.iab.com/VAST" xmlns:xs="http://www.w3.org/2001/XMLSchema"><Ad/></VAST>'],
  ['markup in CDATA', `<VAST><HTMLResource><![CDATA[<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>]]></HTMLResource></VAST>`],
  ['markup in a comment', `<VAST><!-- <html xmlns="${XHTML}"> --></VAST>`],
  ['another document', '<?xml version="1.0"?><tag>content</tag>'],
  ['plain text', 'some text'],
  ['unescaped markup of an author of VAST', '<VAST><HTMLResource><script>go()</script></HTMLResource></VAST>'],
  ['malformed VAST', '<VAST><Ad></VAST>'],
  ['VAST with references in an attribute', '<VAST><Ad id="a&amp;b"/></VAST>'],
])('%s is no page', (_name, xml) => {
  expect(isActiveMarkup(xml)).toBe(false);
});

test.each([
  ['XHTML', `<html xmlns="${XHTML}"><script>go()</script></html>`],
  ['a page element without a namespace', '<html><script>go()</script></html>'],
  ['a script in VAST with the namespace of pages', `<VAST><script xmlns='${XHTML}'>go()</script></VAST>`],
  ['a prefix of such a namespace', `<VAST xmlns:h="${XHTML}"><h:script>go()</h:script></VAST>`],
  ['a namespace in character references', '<VAST><script xmlns="&#104;ttp://www.w3.org/1999/xhtm&#108;">go()</script></VAST>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="go()"/>'],
  ['a stylesheet', '<?xml-stylesheet type="text/xsl" href="https://other.example/x.xsl"?><VAST/>'],
  ['an entity', '<!DOCTYPE VAST [<!ENTITY x "y">]><VAST/>'],
  ['an entity in a document that is not well-formed', '<!DOCTYPE VAST [<!ENTITY x "y">]><VAST>'],
  ['a page that is not well-formed', `<html xmlns="${XHTML}"><script>go()</script>`],
])('%s is active', (_name, xml) => {
  expect(isActiveMarkup(xml)).toBe(true);
});
