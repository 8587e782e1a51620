/**
 * The order of test files: first those that wait for other programs, longest first, so that no long one runs alone at the end. Files in the
 * browser follow each other: a worker retains the sources as long as its next file is of the same kind.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, as they start. */
export const LONGEST = [
  'test/integration/kafka.test.ts',
  'test/browser/console.test.ts',
  'test/browser/console-connection.test.ts',
  'test/browser/console-auction.test.ts',
  'test/browser/console-charts.test.ts',
  'test/browser/console-rules.test.ts',
  'test/browser/sync.test.ts',
  'test/integration/rollout.test.ts',
  'test/integration/start.test.ts',
  'test/integration/failures.test.ts',
  'test/cli/cli.test.ts',
  'test/cluster/cluster.test.ts',
  'test/integration/hung-worker.test.ts',
  'test/integration/redis-cluster.test.ts',
  'test/cli/package.test.ts',
  'test/conformance/conformance.test.ts',
  'properties/any-string.prop.ts',
  'properties/bidders.prop.ts',
  'properties/hostile.prop.ts',
];

/** Files that start processes, servers or a browser. */
const PROCESSES = /\/test\/(browser|cli|cluster|integration)\//;

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  const group = PROCESSES.test(moduleId) ? 0 : LONGEST.length + 1;
  return group + (place < 0 ? LONGEST.length : place);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
