/** Chrome's topics of interest: merges the `Sec-Browsing-Topics` header into `user.data`. */

import type { TopicsDialect } from '#src/dialect/contract/topics.ts';
import type { Data } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import { WARN } from '../diagnostics.ts';
import type { Services } from '../services.ts';

/** Segments of one taxonomy and classifier, as decimal strings. */
export interface Topic {
  readonly segtax: number;
  readonly segclass: string;
  readonly segids: readonly string[];
}

const MAX_TOPICS = 10;
const MAX_ID = 2n ** 63n - 1n;
const PADDING = '();p=';

/** Merges the header's topics into `user.data` under the topics domain of the account (Java variant: or of the host). */
export function fillBrowsingTopics(auction: Auction, { config, dialect }: Services): void {
  const header = auction.incoming.headers['sec-browsing-topics'];
  if (!header) return;
  const domain =
    auction.account.privacy.privacysandbox.topicsdomain ||
    (config.rules.hostNamesTopicsDomain ? config.auction.privacysandbox.topicsdomain : '');
  if (!domain) return;
  const { topics, warnings } = parseTopics(header, dialect.topics);
  for (const warning of warnings) dialect.validate.warn(auction.diagnostics, WARN.browsingTopics, warning, { debugOnly: true });
  if (topics.length === 0) return;
  auction.request.user ??= {};
  auction.request.user.data = mergeTopics(auction.request.user.data ?? [], topics, domain);
}

/** The header's topics, ten at most, and an error message for each invalid element. */
export function parseTopics(header: string, dialect: TopicsDialect): { topics: Topic[]; warnings: string[] } {
  const topics: Topic[] = [];
  const warnings: string[] = [];
  let elements = 0;
  for (const part of header.split(',')) {
    const element = part.trim();
    if (element === '' || element.startsWith(PADDING)) continue;
    const taken = dialect.countsInvalid ? elements++ : topics.length;
    const topic = taken < MAX_TOPICS ? parseTopic(element, dialect) : undefined;
    if (topic) topics.push(topic);
    else
      warnings.push(
        `Invalid field in Sec-Browsing-Topics header: ${element}${taken < MAX_TOPICS ? '' : ' discarded due to limit reached.'}`,
      );
  }
  return { topics, warnings };
}

/** `(<ids>);v=<version>:<taxonomy>:<model>` */
function parseTopic(element: string, dialect: TopicsDialect): Topic | undefined {
  const [ids = '', parameters = '', ...more] = element.split(';');
  const [version = '', taxonomyString = '', model = '', ...moreParameters] = parameters.split(':');
  if (more.length > 0 || moreParameters.length > 0) return undefined;
  const shownVersion = version.trim();
  if (!dialect.isVersion(shownVersion)) return undefined;
  const taxonomy = /^[+-]?\d+$/.test(taxonomyString.trim()) ? Number(taxonomyString) : 0;
  const segids = parseIds(ids.trim());
  const segclass = model.trim();
  if (taxonomy < 1 || taxonomy > 10 || segclass === '' || !segids) return undefined;
  return { segtax: 600 + taxonomy - 1, segclass, segids };
}

function parseIds(list: string): string[] | undefined {
  if (!list.startsWith('(') || !list.endsWith(')')) return undefined;
  const words = list.slice(1, -1).split(/\s+/).filter(Boolean);
  const ids: string[] = [];
  for (const word of words) {
    if (!/^\+?\d+$/.test(word) || word.length > 40) return undefined;
    const id = BigInt(word.replace('+', ''));
    if (id < 1n || id > MAX_ID) return undefined;
    ids.push(String(id));
  }
  return ids.length > 0 ? ids : undefined;
}

/**
 * `data` merged with the topics: the first entry of this domain with the same taxonomy and classifier receives its missing segments, other
 * topics become new entries.
 */
export function mergeTopics(data: Data[], topics: readonly Topic[], domain: string): Data[] {
  if (domain === '') return data;
  const open = new Map<string, Topic & { readonly segids: string[] }>();
  for (const topic of topics) {
    const key = `${topic.segtax} ${topic.segclass}`;
    const group = open.get(key) ?? { ...topic, segids: [] };
    for (const id of topic.segids) if (!group.segids.includes(id)) group.segids.push(id);
    open.set(key, group);
  }
  for (const entry of data) {
    if (entry.name !== domain) continue;
    const { segtax, segclass } = entry.ext ?? {};
    // An object is not a taxonomy name, and may not even be convertible to a string.
    if (typeof segtax === 'object' || typeof segclass === 'object') continue;
    const key = `${segtax} ${segclass}`;
    const group = open.get(key);
    if (!group) continue;
    const known = new Set(entry.segment?.map((segment) => segment.id));
    entry.segment = [...(entry.segment ?? []), ...group.segids.filter((id) => !known.has(id)).map((id) => ({ id }))];
    open.delete(key);
  }
  const added = Array.from(open.values(), ({ segtax, segclass, segids }) => ({
    name: domain,
    segment: segids.map((id) => ({ id })),
    ext: { segtax, segclass },
  }));
  return [...data, ...added];
}
