import { mergeTopics, parseTopics } from '#src/auction/validate/browsing-topics.ts';
import type { Data } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

interface RowTopic {
  readonly segtax: number;
  readonly segclass: string;
  readonly segids: readonly number[] | null;
}

interface Input {
  readonly op: 'parse' | 'merge';
  readonly header: string | null;
  readonly data: Data[] | null;
  readonly topics: readonly RowTopic[] | null;
  readonly domain: string | null;
}

export function run(row: Row): Record<string, unknown> {
  const { op, header, data, topics, domain } = row.in as unknown as Input;
  if (op === 'parse') {
    const parsed = parseTopics(header ?? '', dialects[row.variant ?? 'go'].topics);
    return { topics: parsed.topics.map((topic) => ({ ...topic, segids: topic.segids.map(Number) })), warnings: parsed.warnings };
  }
  const ours = (topics ?? []).map((topic) => ({ ...topic, segids: (topic.segids ?? []).map(String) }));
  return { data: mergeTopics(data ?? [], ours, domain ?? '') };
}
