import { describe, expect, it } from 'vitest';
import { fillMacros, requestMacros, truncateWidth } from '#src/vast/macros.ts';
import { injectTrackers, type Trackers } from '#src/vast/trackers.ts';

const trackers: Trackers = {
  impression: ['http://i'],
  error: ['http://e'],
  clicktracking: ['http://c?a=##PBS-VASTCRTID##'],
  nonlinearclicktracking: ['http://n'],
  companionclickthrough: ['http://p'],
  tracking: new Map([['start', ['http://t?e=##PBS-EVENTTYPE##&v=##PBS-VASTEVENT##']]]),
};
const NONE: Trackers = {
  impression: [],
  error: [],
  clicktracking: [],
  nonlinearclicktracking: [],
  companionclickthrough: [],
  tracking: new Map(),
};
const inject = (xml: string, own: Trackers = trackers) => injectTrackers(xml, '', own, {});
const element = (name: string, text: string, attributes = '') => `<${name}${attributes}><![CDATA[${text}]]></${name}>`;
const I = element('Impression', 'http://i');
const E = element('Error', 'http://e');
const T = element('Tracking', 'http://t?e=start&v=tracking', ' event="start"');
const N = element('NonLinearClickTracking', 'http://n');
const P = element('CompanionClickThrough', 'http://p');

describe('configured trackers', () => {
  it('follow the first element of their kind in each ad', () => {
    const ad = (nested: string) => `<Ad><InLine>${nested}</InLine></Ad>`;
    const before = `${element('Error', 'e')}${element('Impression', 'i')}${element('Impression', 'i2')}`;
    const after = `${element('Error', 'e')}${E}${element('Impression', 'i')}${I}${element('Impression', 'i2')}`;
    expect(inject(`<VAST>${ad(before)}${ad(before)}</VAST>`)).toEqual({ xml: `<VAST>${ad(after)}${ad(after)}</VAST>` });
  });

  it('do not follow elements of an extension', () => {
    const extensions = `<Extensions><Extension>${element('Impression', 'x')}${element('Error', 'x')}</Extension></Extensions>`;
    const own = (nested: string) => `<VAST><Ad><InLine>${extensions}${nested}</InLine></Ad></VAST>`;
    expect(inject(own(element('Impression', 'i'))).xml).toBe(own(`${element('Impression', 'i')}${I}${E}`));
    expect(inject(own('')).xml).toBe(own(`${I}${E}`));
  });

  it('precede the end of an ad that has none, impressions first', () => {
    expect(inject('<VAST><Ad><Wrapper/></Ad></VAST>').xml).toBe(`<VAST><Ad><Wrapper>${I}${E}</Wrapper></Ad></VAST>`);
  });

  it('use existing parents in a linear creative, and create missing ones', () => {
    const linear = (nested: string) => `<InLine><Creative adid="7"><Linear>${nested}</Linear></Creative></InLine>`;
    const click = element('ClickTracking', 'http://c?a=7');
    const made = `<InLine><Creative adid="7"><Linear><VideoClicks>${click}</VideoClicks><TrackingEvents>${T}</TrackingEvents></Linear></Creative>${I}${E}</InLine>`;
    expect(inject(linear('')).xml).toBe(made);
    expect(inject(linear('<VideoClicks></VideoClicks><TrackingEvents></TrackingEvents>')).xml).toBe(made);
  });

  it('have the creative id as it is, not as XML writes it', () => {
    const own: Trackers = { ...NONE, clicktracking: ['http://c?a=##PBS-VASTCRTID##'] };
    const creative = (nested: string) => `<InLine><Creative adId="a&amp;b &#x3c;"><Linear>${nested}</Linear></Creative></InLine>`;
    const click = element('ClickTracking', 'http://c?a=a%26b+%3C');
    expect(inject(creative('<VideoClicks></VideoClicks>'), own).xml).toContain(`<VideoClicks>${click}</VideoClicks>`);
  });

  it('name the midpoint as VAST does, and in addresses as settings do', () => {
    const own: Trackers = { ...NONE, tracking: new Map([['midPoint', ['http://t?e=##PBS-EVENTTYPE##']]]) };
    expect(inject('<InLine><Linear></Linear></InLine>', own).xml).toBe(
      `<InLine><Linear><TrackingEvents>${element('Tracking', 'http://t?e=midPoint', ' event="midpoint"')}</TrackingEvents></Linear></InLine>`,
    );
  });

  it('leave no text before a document with a byte order mark', () => {
    expect(inject('\ufeff<?xml version="1.0"?><InLine></InLine>', NONE).xml).toBe('<?xml version="1.0"?><InLine></InLine>');
  });

  it('reach non-linear ads, and wrappers get one to hold them', () => {
    expect(inject('<InLine><NonLinearAds><NonLinear></NonLinear></NonLinearAds></InLine>').xml).toBe(
      `<InLine><NonLinearAds><NonLinear>${N}</NonLinear><TrackingEvents>${T}</TrackingEvents></NonLinearAds>${I}${E}</InLine>`,
    );
    expect(inject('<Wrapper><NonLinearAds></NonLinearAds></Wrapper>').xml).toBe(
      `<Wrapper><NonLinearAds><TrackingEvents>${T}</TrackingEvents><NonLinear>${N}</NonLinear></NonLinearAds>${I}${E}</Wrapper>`,
    );
    expect(inject('<InLine><NonLinearAds><TrackingEvents></TrackingEvents></NonLinearAds></InLine>').xml).toBe(
      `<InLine><NonLinearAds><TrackingEvents>${T}</TrackingEvents></NonLinearAds>${I}${E}</InLine>`,
    );
  });

  it('reach companions, whose own events are unchanged', () => {
    const nested = '<Companion><TrackingEvents></TrackingEvents></Companion>';
    expect(inject(`<InLine><CompanionAds>${nested}</CompanionAds></InLine>`).xml).toBe(
      `<InLine><CompanionAds><Companion><TrackingEvents></TrackingEvents>${P}</Companion></CompanionAds>${I}${E}</InLine>`,
    );
    expect(inject('<Wrapper><CompanionAds></CompanionAds></Wrapper>').xml).toBe(
      `<Wrapper><CompanionAds><Companion>${P}</Companion></CompanionAds>${I}${E}</Wrapper>`,
    );
  });

  it('create no parents without content', () => {
    const xml = '<Wrapper><Linear></Linear><NonLinearAds></NonLinearAds><CompanionAds></CompanionAds></Wrapper>';
    expect(inject(xml, NONE)).toEqual({ xml });
  });

  it('write text trimmed and as CDATA, and skip comments', () => {
    const text = '<!-- c --><InLine>\n <A x="1"> a &amp; b &#65;&#x42;&#0; </A><B><![CDATA[ c ]]></B></InLine>';
    expect(inject(text, NONE).xml).toBe('<!-- c --><InLine><A x="1"><![CDATA[a & b AB&#0;]]></A><B><![CDATA[c]]></B></InLine>');
  });

  it('report a document that cannot hold them', () => {
    expect(inject('')).toEqual({ xml: '', error: 'invalid Vast XML' });
    expect(injectTrackers('', 'http://nurl', trackers, {}).xml).toContain('<![CDATA[http://nurl]]>');
    expect(inject('<VAST><Ad></Ad></VAST>')).toEqual({
      xml: '<VAST><Ad></Ad></VAST>',
      error: 'invalid VastXML, inline/wrapper tag not found',
    });
    expect(inject('<InLine>')).toEqual({ xml: '', error: 'XML processing error: element <InLine> is not closed' });
  });
});

describe('macros', () => {
  it('are replaced by escaped values; unknown ones become empty, an unpaired delimiter remains', () => {
    expect(fillMacros('http://t?a=##A##&b=##NONE##&c=##', { A: 'x y' })).toBe('http://t?a=x+y&b=&c=##');
    expect(fillMacros('plain', { A: 'x' })).toBe('plain');
    expect(fillMacros('##A##', { A: 'general' }, { A: 'own' })).toBe('own');
  });

  it('read the request; the site takes precedence over the app', () => {
    const values = requestMacros({
      id: 'auction',
      app: { bundle: 'com.app', domain: 'app.example', publisher: { id: 'app-pub' } },
      site: { domain: 'site.example', page: 'https://site.example/p' },
      device: { lmt: 1 },
      user: { consent: 'consent' },
      ext: { srv: { integration: 'i', channel: { name: 'web' }, macros: { LONG: 'x'.repeat(200), BAD: {} as never } } },
    });
    expect(values).toEqual({
      'PBS-MACRO-LONG': 'x'.repeat(100),
      'PBS-MACRO-BAD': '',
      'PBS-BIDID': '',
      'PBS-APPBUNDLE': 'com.app',
      'PBS-DOMAIN': 'site.example',
      'PBS-PUBDOMAIN': '',
      'PBS-PAGEURL': 'https://site.example/p',
      'PBS-ACCOUNTID': 'app-pub',
      'PBS-LIMITADTRACKING': '1',
      'PBS-GDPRCONSENT': 'consent',
      'PBS-BIDDER': '',
      'PBS-INTEGRATION': 'i',
      'PBS-VASTCRTID': '',
      'PBS-AUCTIONID': 'auction',
      'PBS-CHANNEL': 'web',
      'PBS-EVENTTYPE': '',
      'PBS-VASTEVENT': '',
    });
    expect(fillMacros('##PBS-CHANNEL##|##toString##', values)).toBe('web|');
  });

  it('never split a character', () => expect(truncateWidth('😀😀😀', 2)).toBe('😀😀'));
});
