import { describe, expect, it } from 'vitest';
import { insertImpression } from '#src/vast/impression.ts';
import { bareWrapper, vastOf } from '#src/vast/wrapper.ts';
import { readXml } from '#src/vast/xml.ts';
import { valueIn } from '#test/helpers/result.ts';

const OURS = '<Impression><![CDATA[http://us]]></Impression>';

describe('our impression tracker', () => {
  it('follows the last Impression of every ad', () => {
    const ad = (kind: string, nested: string) => `<Ad><${kind}>${nested}</${kind}></Ad>`;
    const two = '<Impression>1</Impression><Impression id="x"><![CDATA[<b>]]></Impression>';
    const xml = `<?xml version="1.0"?><VAST>${ad('InLine', `${two}<Creatives/>`)}${ad('Wrapper', '<Impression/>')}</VAST>`;
    expect(insertImpression(xml, 'http://us')).toEqual({
      outcome: 'inserted',
      xml: `<?xml version="1.0"?><VAST>${ad('InLine', `${two}${OURS}<Creatives/>`)}${ad('Wrapper', `<Impression/>${OURS}`)}</VAST>`,
    });
  });

  it('is where players look: an Impression of an Extension is not one of the ad', () => {
    const nested = '<Extensions><Extension><Impression>1</Impression><Impression/></Extension></Extensions>';
    const xml = (tracker: string) => `<VAST><Ad><InLine><Impression>1</Impression>${tracker}${nested}</InLine></Ad></VAST>`;
    expect(insertImpression(xml(''), 'http://us')).toEqual({ outcome: 'inserted', xml: xml(OURS) });
    const only = `<VAST><Ad><InLine>${nested}</InLine></Ad></VAST>`;
    expect(insertImpression(only, 'http://us')).toEqual({ outcome: 'no-impression', xml: only });
  });

  it('accepts names in any case', () => {
    const xml = '<wrapper><impression>x</impression></wrapper>';
    expect(insertImpression(xml, 'http://us').xml).toBe(`<wrapper><impression>x</impression>${OURS}</wrapper>`);
  });

  it.each([
    ['<InLine></InLine>', 'no-impression'],
    ['<Impression>http://x</Impression>', 'no-ad'],
    ['<InLine><!-- <Impression></Impression> --></InLine>', 'no-impression'],
    ['<inlinegarbage><Impression></Impression></inlinegarbage>', 'no-ad'],
    ['some-ad', 'no-ad'],
    ['', 'no-ad'],
    ['<InLine><Impression></Impression>', 'no-ad'],
    ['<InLine></SomeTag>', 'no-ad'],
    ['<InLine><Impression></InLine>', 'no-ad'],
    ['<Wrapper><  Impression>x< /Impression></Wrapper>', 'no-ad'],
  ])('leaves %s unchanged', (xml, outcome) => expect(insertImpression(xml, 'http://us')).toEqual({ xml, outcome }));

  it('cannot be closed by its content', () => {
    const { xml } = insertImpression('<InLine><Impression/></InLine>', 'a]]>b');
    expect(xml).toContain('<![CDATA[a]]]]><![CDATA[>b]]>');
    expect(readXml(xml)).not.toHaveProperty('error');
  });
});

describe('VAST of a bid', () => {
  it('is its markup, else a wrapper around its address', () => {
    const around = (impression: string) =>
      `<VAST version="3.0"><Ad><Wrapper><AdSystem>prebid.org wrapper</AdSystem><VASTAdTagURI><![CDATA[http://n]]></VASTAdTagURI>${impression}<Creatives></Creatives></Wrapper></Ad></VAST>`;
    expect(vastOf({ adm: '<VAST/>', nurl: 'http://n' })).toBe('<VAST/>');
    expect(vastOf({ nurl: 'http://n' })).toBe(around('<Impression></Impression>'));
    expect(vastOf({ adm: '', nurl: 'http://n' }, 'http://us')).toBe(around(OURS));
    expect(bareWrapper('http://n')).toBe(around(''));
  });
});

describe('markup', () => {
  it('is split into tokens that cover it without a gap', () => {
    const xml = `<!DOCTYPE x><a b="1>2" c='3'>text<![CDATA[<no>]]><d/></a >`;
    const tokens = valueIn(readXml(xml));
    expect(tokens.map(({ kind, name, start, end }) => [kind, name, xml.slice(start, end)])).toEqual([
      ['other', '', '<!DOCTYPE x>'],
      ['open', 'a', `<a b="1>2" c='3'>`],
      ['text', '', 'text'],
      ['cdata', '', '<![CDATA[<no>]]>'],
      ['empty', 'd', '<d/>'],
      ['close', 'a', '</a >'],
    ]);
  });

  it.each([
    ['<a', 'unexpected end or bad markup at 0'],
    ['<a b="', 'unexpected end or bad markup at 0'],
    ['<a <b>', 'unexpected end or bad markup at 0'],
    ['<![CDATA[', 'unexpected end or bad markup at 0'],
    ['<a></a b>', 'unexpected end or bad markup at 3'],
    ['<1>', 'unexpected end or bad markup at 0'],
    ['<a></b>', 'element </b> has no opening tag'],
    ['<a>', 'element <a> is not closed'],
    ['<a>'.repeat(300), 'nested too deeply'],
  ])('reports the error of %s', (xml, error) => expect(readXml(xml)).toEqual({ error }));
});
