import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertImpression } from '#src/vast/impression.ts';
import { injectTrackers } from '#src/vast/trackers.ts';
import { readXml } from '#src/vast/xml.ts';

const text = fc.constantFrom('', 'x', ' ', 'http://a?b=1&amp;c=2', '<![CDATA[<Impression></Impression>]]>', '<!-- </InLine> -->');
const name = fc.constantFrom('Ad', 'InLine', 'Wrapper', 'Creative', 'Linear', 'Impression', 'Error', 'TrackingEvents', 'inline', 'X');

/** Well-formed markup with relevant names, nested arbitrarily. */
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    text,
    fc.tuple(name, fc.array(tie('node'), { maxLength: 3 })).map(([tag, nested]) => `<${tag}>${nested.join('')}</${tag}>`),
  ),
}));
const scraps = fc
  .array(fc.constantFrom('<InLine>', '</InLine>', '<Impression>', '</Impression>', '<', '>', '"', '<a b="', ']]>', '<![CDATA[', 'x'))
  .map((parts) => parts.join(''));

const url = fc.webUrl();

describe('VAST', () => {
  it('without an Impression in an ad, or malformed, is returned unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(node, scraps), url, (xml, own) => {
        const made = insertImpression(xml, own);
        const read = readXml(xml);
        const tags = 'error' in read ? [] : read.value.map((token) => token.name.toLowerCase());
        if (!tags.includes('impression') || !(tags.includes('inline') || tags.includes('wrapper'))) expect(made.xml).toBe(xml);
        if (made.outcome !== 'inserted') expect(made.xml).toBe(xml);
      }),
    );
  });

  it('with our tracker is well-formed, and without it again is the original', () => {
    fc.assert(
      fc.property(node, url, (xml, own) => {
        const { xml: made } = insertImpression(xml, own);
        expect('error' in readXml(made)).toBe('error' in readXml(xml));
        expect(made.replaceAll(`<Impression><![CDATA[${own}]]></Impression>`, '')).toBe(xml);
      }),
    );
  });

  it('with all trackers is well-formed', () => {
    fc.assert(
      fc.property(node, url, (xml, own) => {
        const urls = [own];
        const all = { impression: urls, error: urls, clicktracking: urls, nonlinearclicktracking: urls, companionclickthrough: urls };
        const { xml: made, error } = injectTrackers(xml, '', { ...all, tracking: new Map([['start', urls]]) }, {});
        if (error === undefined) expect(readXml(made)).not.toHaveProperty('error');
      }),
    );
  });
});
