/** Text from outside costs time in proportion to its length: no reader goes back over what it has read. */
import { describe, expect, test } from 'vitest';
import { domainOfBundle } from '#src/bidders/adapters/beachfront/page.ts';
import { toNumber } from '#src/bidders/kit/decode.ts';
import { hostNameOf, parseQuery } from '#src/bidders/kit/url.ts';
import { compileLogic } from '#src/json/json-logic.ts';
import { nestsDeeper } from '#src/json/nesting.ts';
import { readGpp } from '#src/privacy/gpp.ts';
import { parseCookies } from '#src/sync/cookie-reader.ts';
import { decodeUids } from '#src/sync/uids-encoding.ts';
import { isActiveMarkup } from '#src/vast/active-markup.ts';
import { insertImpression } from '#src/vast/impression.ts';
import { fillMacros } from '#src/vast/macros.ts';
import { injectTrackers, type Trackers } from '#src/vast/trackers.ts';
import { growth } from '#test/helpers/cost.ts';

const trackers: Trackers = {
  impression: ['https://t.example/?b=##PBS-BIDID##'],
  error: [],
  clicktracking: [],
  nonlinearclicktracking: [],
  companionclickthrough: [],
  tracking: new Map(),
};
const vast = (inside: string): string => `<VAST><Ad><InLine><Impression>x</Impression>${inside}</InLine></Ad></VAST>`;
const injected = (inside: string): unknown => injectTrackers(vast(inside), '', trackers, {});

/** Quadratic readers take sixteen times as long for four times the text; linear ones four. */
const MAX_GROWTH = 9;
const FEW = 8_000;

const READERS: readonly (readonly [string, (size: number) => unknown])[] = [
  ['blanks in VAST', (size) => injected(`<Creatives>a${' '.repeat(size)}b</Creatives>`)],
  ['tags in VAST', (size) => injected('<a></a>'.repeat(size / 8))],
  ['attributes in VAST', (size) => injected(`<Creative ${'adid ='.repeat(size / 8)}></Creative>`)],
  ['blanks in a tag of VAST', (size) => injected(`<Creative ${' adid'.repeat(size / 8)}${' '.repeat(size)}></Creative>`)],
  ['comments in VAST', (size) => insertImpression(vast('<!---->'.repeat(size / 8)), 'u')],
  ['unclosed sections of VAST', (size) => insertImpression(vast('<![CDATA['.repeat(size / 8)), 'u')],
  ['namespaces in XML', (size) => isActiveMarkup(`<VAST ${'xmlns="a" '.repeat(size / 8)}/>`)],
  ['macros', (size) => fillMacros(`u##${'#'.repeat(size)}`, {})],
  ['brackets of JSON', (size) => nestsDeeper(JSON.parse(`[${'[],'.repeat(size / 4)}[]]`))],
  ['rules of JsonLogic', (size) => compileLogic({ and: Array.from({ length: size / 8 }, () => ({ var: 'a.b' })) })({})],
  ['the Cookie header', (size) => parseCookies('a=b; '.repeat(size / 4))],
  ['the uids cookie', (size) => decodeUids('='.repeat(size), 0)],
  ['a GPP string', (size) => readGpp(`DBAA~${'~'.repeat(size)}`)],
  ['underscores of a bundle', (size) => domainOfBundle(`a${'_'.repeat(size)}b`)],
  ['digits of a number', (size) => toNumber(`${'1'.repeat(size)}x`)],
  ['a host name', (size) => hostNameOf(`//${':'.repeat(size)}`)],
  ['a query', (size) => parseQuery('%41'.repeat(size / 4))],
];

describe('the cost of reading grows with the length', () => {
  test.each(READERS)('of %s', async (_name, read) => {
    expect(await growth(read, FEW, 4 * FEW, MAX_GROWTH)).toBeLessThanOrEqual(MAX_GROWTH);
  });
});
