/** VAST, macros and addresses. */
import { compileTemplate } from '#src/bidders/kit/macros.ts';
import { encodeQuery, hostNameOf, parseQuery, withQuery } from '#src/bidders/kit/url.ts';
import { hostSchema } from '#src/config/schema.ts';
import { encodeAddress, encodeComponent, percentEncode, queryEscape } from '#src/lang/percent.ts';
import { compileUrl, toMacroValues } from '#src/sync/url-template.ts';
import { isActiveMarkup } from '#src/vast/active-markup.ts';
import { insertImpression } from '#src/vast/impression.ts';
import { fillMacros } from '#src/vast/macros.ts';
import { injectTrackers, type Trackers } from '#src/vast/trackers.ts';
import { readXml } from '#src/vast/xml.ts';
import { type Decoder, decoder, isBounded } from '../decoder.ts';
import * as seeds from '../seeds.ts';
import { readOrError } from '../subjects.ts';

const _host = hostSchema.parse({});

const trackers: Trackers = {
  impression: ['https://t.example/?b=##PBS-BIDID##'],
  error: ['https://t.example/error'],
  clicktracking: ['https://t.example/click'],
  nonlinearclicktracking: ['https://t.example/nonlinear'],
  companionclickthrough: ['https://t.example/companion?##PBS-VASTCRTID##'],
  tracking: new Map([['start', ['https://t.example/start']]]),
};

const TRACKER = 'https://t.example/';

const INSERTED = `<Impression><![CDATA[${TRACKER}]]></Impression>`;

export const MARKUP: readonly Decoder[] = [
  decoder({
    name: 'vast',
    format: 'text',
    decode: (xml) => ({
      inserted: insertImpression(xml, TRACKER),
      tracked: injectTrackers(xml, '', trackers, { 'PBS-BIDID': xml }),
      active: isActiveMarkup(xml),
    }),
    laws: {
      'without our tracker the document is the original': ({ inserted }, xml) =>
        inserted.xml.replaceAll(INSERTED, '') === xml.replaceAll(INSERTED, ''),
      'an inserted tracker keeps it well-formed': ({ inserted }, xml) => typeof readXml(inserted.xml) === typeof readXml(xml),
      'all trackers keep it well-formed': ({ tracked }) => tracked.error !== undefined || typeof readXml(tracked.xml) === 'object',
      'markup of a page is recognised with a tracker too': ({ inserted, active }) => !active || isActiveMarkup(inserted.xml),
      'it grows by a constant per element': isBounded(400, 5000),
    },
    seeds: seeds.VAST,
    tokens: [
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<!DOCTYPE',
      ' adID="',
      '/>',
      '&#x41;',
      '&lt;',
      'xmlns="',
      'http://www.w3.org/1999/xhtml',
      '<script',
      '<svg',
      '<html',
    ],
    maxLength: 5000,
  }),
  decoder({
    name: 'vast-macros',
    format: 'text',
    decode: (text) => [fillMacros(text, { 'PBS-BIDID': text, A: 'b' }), fillMacros(`https://t.example/?b=##A##`, { A: text })],
    laws: { 'a value adds only characters of a query': ([, filled = '']) => /^[\x21-\x7e]*$/.test(filled) },
    seeds: ['https://t.example/?b=##PBS-BIDID##&a=##A##', '####', '##A#'],
    tokens: ['##', '##A##', '##PBS-BIDID##'],
    maxLength: 1000,
  }),
  decoder({
    name: 'url-templates',
    format: 'text',
    decode: (text) => {
      const start = { externalUrl: text, bidder: 'alpha', syncType: 'i', userMacro: '$UID' };
      const values = toMacroValues({ GDPR: text, GDPRConsent: text, USPrivacy: text, GPP: text, GPPSID: text });
      const sync = readOrError(() => compileUrl(text, text, start));
      const endpoint = readOrError(() => compileTemplate(text));
      return [
        typeof sync === 'string' ? sync : sync.render(values),
        typeof endpoint === 'string' ? endpoint : endpoint({ Host: text, ZoneID: 1 }),
        compileUrl('https://s.example/?r={{.RedirectURL}}', 'https://h.example/?c={{.GDPRConsent}}', start).render(values),
      ];
    },
    laws: { 'a value adds only characters of a query': ([, , rendered = '']) => /^[\x21-\x7e]*$/.test(rendered) },
    seeds: [
      'https://s.example/?g={{.GDPR}}&c={{.GDPRConsent}}&r={{.RedirectURL}}',
      'https://{{.Host}}/{ZoneId}',
      'a{{gdpr_consent}}b{us_privacy}c{{gpp_sid}}',
    ],
    tokens: ['{{.GDPR}}', '{{', '}}', '{', '}', '.', '{{.RedirectURL}}', '{{ gpp }}', '{gpp}'],
    maxLength: 500,
  }),
  decoder({
    name: 'query',
    format: 'text',
    decode: (text) => {
      const once = encodeQuery(parseQuery(text));
      const set = withQuery(text, { a: text, b: 1, c: [text, 'd'] });
      return {
        once,
        twice: encodeQuery(parseQuery(once)),
        set,
        again: withQuery(set, { a: text, b: 1, c: [text, 'd'] }),
        host: hostNameOf(text),
        address: encodeAddress(text),
      };
    },
    laws: {
      'an encoded query decodes to the same pairs': ({ once, twice }) => once === twice,
      'fields that are set are set once': ({ set, again }) => set === again,
      'an encoded query has only characters of a query': ({ once }) => /^[\x21-\x7e]*$/.test(once),
      'an encoded address has no character outside ASCII': ({ address }) => /^[\0-\x7f]*$/.test(address),
    },
    seeds: ['https://h.example:80/p?a=1&b=2#f', 'a=%41+b&c&=d&e=%zz', '//u@h:1/', '?%F0%9F%98%80=%ff'],
    maxLength: 2000,
  }),
  decoder({
    name: 'percent',
    format: 'text',
    decode: (text) => [encodeComponent(text), percentEncode(text), queryEscape(text).replaceAll('+', '%20')],
    laws: {
      'what is encoded decodes to the text': (made, text) =>
        made.every((encoded) => /^[\x21-\x7e]*$/.test(encoded) && decodeURIComponent(encoded) === text.toWellFormed()),
    },
    seeds: ['a b%', "!'()*", 'ä€😀'],
  }),
];
