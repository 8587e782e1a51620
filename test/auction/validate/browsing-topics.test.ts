import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { fillBrowsingTopics, mergeTopics, parseTopics } from '#src/auction/validate/browsing-topics.ts';
import { accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { anAuction, incoming } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';

const HEADER = '(1 2);v=chrome.1:1:2, bad, ();p=P000';

function filled(header: string | undefined, topicsdomain = '', settings: HostConfigInput = {}): Auction {
  const services = testServices({ settings });
  const account = accountSchema.parse({ privacy: { privacysandbox: { topicsdomain } } });
  const request: BidRequest = { id: 'r', imp: [] };
  const auction = anAuction(services, request, { account, incoming: incoming({ headers: { 'sec-browsing-topics': header } }) });
  fillBrowsingTopics(auction, services);
  return auction;
}

const expected = { data: [{ name: 'topics.example', segment: [{ id: '1' }, { id: '2' }], ext: { segtax: 600, segclass: '2' } }] };
const message = 'Invalid field in Sec-Browsing-Topics header: bad';

describe('browsing topics', () => {
  test('become user data under the account’s domain, invalid ones debug warnings', () => {
    const auction = filled(HEADER, 'topics.example');
    expect(auction.request.user).toEqual(expected);
    expect(auction.diagnostics.warnings).toEqual(new Map([['general', [{ code: 10012, message, debugOnly: true }]]]));
  });

  test('are ignored without a domain or a header', () => {
    expect(filled(HEADER).request.user).toBeUndefined();
    expect(filled(HEADER, '', { auction: { privacysandbox: { topicsdomain: 'host.example' } } }).request.user).toBeUndefined();
    expect(filled(undefined, 'topics.example').request.user).toBeUndefined();
    expect(filled('bad', 'topics.example').request.user).toBeUndefined();
  });

  test('use the host’s domain in the Java variant', () => {
    const auction = filled(HEADER, '', { variant: 'java', auction: { privacysandbox: { topicsdomain: 'topics.example' } } });
    expect(auction.request.user).toEqual(expected);
    expect(auction.diagnostics.warnings).toEqual(new Map([['srv', [{ code: 999, message, debugOnly: true }]]]));
  });
});

describe('the topics header', () => {
  test('may have malformed elements', () => {
    const bad = [
      '1;v=a:1:2',
      '(1);v=a:1:2;x',
      '(1);v=a:1:2:3',
      '(1);w:1:2',
      '(1);v=a:x:2',
      '(1);v=a:1:',
      '()',
      '(-1);v=a:1:2',
      '( );v=a:1:2',
    ];
    expect(parseTopics(bad.join(','), dialects.go.topics)).toEqual({
      topics: [],
      warnings: bad.map((element) => `Invalid field in Sec-Browsing-Topics header: ${element}`),
    });
  });

  test('is read up to ten elements in the Java variant, valid or not, from Chrome only', () => {
    const { topics, warnings } = parseTopics(
      ['(1);v=firefox.1:1:2', ...Array.from({ length: 10 }, () => '(1);v=chrome.1:1:2')].join(','),
      dialects.java.topics,
    );
    expect(topics).toHaveLength(9);
    expect(warnings).toEqual([
      'Invalid field in Sec-Browsing-Topics header: (1);v=firefox.1:1:2',
      'Invalid field in Sec-Browsing-Topics header: (1);v=chrome.1:1:2 discarded due to limit reached.',
    ]);
  });
});

describe('merged topics', () => {
  test('of one taxonomy and classifier share an entry, even one without segments', () => {
    const topics = [
      { segtax: 600, segclass: '2', segids: ['1', '2'] },
      { segtax: 600, segclass: '2', segids: ['2', '3'] },
    ];
    const ext = { segtax: 600, segclass: '2' };
    const segment = [{ id: '1' }, { id: '2' }, { id: '3' }];
    expect(mergeTopics([{ name: 'd', ext }], topics, 'd')).toEqual([{ name: 'd', ext, segment }]);
    expect(mergeTopics([{ name: 'd' }], topics, 'd')).toEqual([{ name: 'd' }, { name: 'd', ext, segment }]);
  });
});
