/** Identifiers use the field's terms: none contains a word of an earlier vocabulary. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = globSync('{src,machines,streams,test,properties,bench,docs}/**/*.{ts,js}', { cwd: ROOT });

/** Parts of identifiers that are not used, and the term that is. */
const REPLACED: readonly (readonly [words: RegExp, term: string])[] = [
  [/^(faults?|faulty)$/, 'error'],
  [/^(answers?|answered|answering)$/, 'response'],
  [/^repl(y|ies)$/, 'response'],
  [/^(tells?|told|telling)$/, 'report, include, warn, send'],
  [/^(refuses?|refused|refusals?|refusing)$/, 'reject, rejection'],
  [/^texts?$/, 'message, json, body, string'],
  [/^(keeps?|kept|keeping)$/, 'store, record, apply, retain'],
  [/^members?$/, 'field'],
  [/^whole$/, 'full, complete'],
  [/^facts?$/, 'info, context'],
  [/^(leaves?|leaving|gone)$/, 'disconnect, removed'],
  [/^slots?$/, 'imp with params'],
  [/^(cuts?|cutting)$/, 'truncate, limit, mask'],
  [/^outside$/, 'the name of the service'],
  [/^wire$/, 'openrtb, json'],
  [/^findings?$/, 'diagnostics'],
  [/^(most|least)$/, 'max, min'],
  [/^(words?|inner|outer)$/, 'extKey, normalise, denormalise'],
  [/^channels?$/, 'requestType'],
  [/^intakes?$/, 'input'],
  [/^(asks?|asked|asking|asker|unasked)$/, 'request, call, fetch, find'],
  [/^(says?|said|gave|lent)$/, 'log, message, result'],
];

/** Allowed names, by reason. */
const ALLOWED: readonly (readonly [reason: string, names: string])[] = [
  ['parameter of JSON.parse and its like: a string that is parsed or written', 'text #text textOf defaultText'],
  ['DOM, Playwright and platform', 'textContent allTextContents allInnerTexts getByText hasText getText writeText TextEncoder innerType'],
  ['media type text/plain', 'TEXT_PLAIN TEXT'],
  ['Fastify', 'reply FastifyReply'],
  ['OpenTelemetry log records', 'severityText'],
  ['keep-alive of HTTP and TCP', 'keepAlive keepAliveTimeout keepAliveInitialDelay setKeepAlive enableKeepAlive keep_alive KEEP_ALIVE_MS'],
  ['options of the established servers', 'tcp_keep_alive_seconds keep_alive_timeout_seconds anon_keep_bits channel_enabled'],
  ['fields of recorded cases', 'bodyText expectText keepBits keptInAuction kept ignoreExtraMembers answers channelEnabled'],
  ['parameters of bidders in tests', 'adSlot'],
  ['ad slots: of a pod, of the ad server', 'Slot slot slots slotsOf slotCount SlotRules gptSlot SLOT_FIELDS bySlot'],
  ['slots of a Redis cluster', 'SLOTS_EVERY_MS slotsRefreshTimeout slotsRefreshInterval'],
  ['request.ext.srv.channel, content.channel', 'channel Channel defaultChannel nameChannel channelError ofChannel _channel channels'],
  ['diagnostics channels of Node', 'CHANNELS'],
  ['names of bidders, modules and params in tests', 'cut refused refusing inner'],
  ['words of a string', 'word words WORDS GO_WORDS ofWords wordsOf nextWord'],
  ['leaves of a tree', 'leavesOf'],
  ['option http.wire', 'wire'],
];

const allowed = new Set(ALLOWED.flatMap(([, names]) => names.split(' ')));
const partsOf = (name: string): string[] => (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase());
/** Adapters name what their partners name: slots, members, channels, words. */
const PARTNERS = /^(src|test)\/bidders\/adapters\//;
const PARTNER_TERMS = /^(slots?|members?|channels?|words?|wire|inner)$/;

function termFor(name: string, file: string): string | undefined {
  if (allowed.has(name)) return undefined;
  const parts = partsOf(name).filter((part) => !(PARTNERS.test(file) && PARTNER_TERMS.test(part)));
  return REPLACED.find(([words]) => parts.some((part) => words.test(part)))?.[1];
}

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const TEMPLATE = /(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)/sy;
const REGULAR = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const NAME = /#?[A-Za-z_$][\w$]*|\d[\w.]*/y;
/** A slash after one of these begins a regular expression. */
const BEFORE_REGULAR = /^(?:[(,=:[!&|?{};>+*%~^<-]|return|case|of|in)?$/;

/** The identifiers of a file; strings, comments and regular expressions have none, templates those in `${…}`. */
function identifiersOf(source: string): Set<string> {
  const found = new Set<string>();
  const braces: boolean[] = [];
  let [at, last] = [0, ''];
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const token = pattern.exec(source)?.[0] ?? '';
    at += token.length;
    return token;
  };
  const template = (): void => {
    if (take(TEMPLATE).endsWith('{')) braces.push(true);
  };
  while (at < source.length) {
    if (take(SPACE) || (BEFORE_REGULAR.test(last) && take(REGULAR)) || take(STRING)) continue;
    last = take(NAME) || (source[at++] ?? '');
    if (/^[#A-Za-z_$]/.test(last)) found.add(last);
    else if (last === '`') template();
    else if (last === '{') braces.push(false);
    else if (last === '}' && braces.pop()) template();
  }
  return found;
}

const names = new Map(FILES.map((file) => [file, identifiersOf(readFileSync(join(ROOT, file), 'utf8'))]));

describe('identifiers', () => {
  it('use the terms of the field', () => {
    const found = [...names].flatMap(([file, used]) =>
      [...used].flatMap((name) => {
        const term = termFor(name, file);
        return term === undefined ? [] : [`${file}: ${name} (${term})`];
      }),
    );
    expect(found).toEqual([]);
  });

  it.each(ALLOWED)('use every exception: %s', (_, exceptions) => {
    const used = new Set([...names.values()].flatMap((found) => [...found]));
    expect(exceptions.split(' ').filter((name) => !used.has(name))).toEqual([]);
  });
});
