/**
 * The order of test files: first those that wait for other programs, longest first, so that no long one runs alone at the end. Files that
 * mostly wait alternate with files that compute, so that the processors are always busy.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, as they start. */
export const LONGEST = [
  'test/browser/console.test.ts',
  'test/integration/kafka.test.ts',
  'test/cluster/cluster.test.ts',
  'test/browser/console-auction.test.ts',
  'test/integration/redis-cluster.test.ts',
  'test/browser/console-connection.test.ts',
  'test/integration/hung-worker.test.ts',
  'test/browser/console-charts.test.ts',
  'test/integration/rollout.test.ts',
  'test/integration/metrics-of-workers.test.ts',
  'test/integration/s3-service.test.ts',
  'test/conformance/conformance.test.ts',
  'test/cli/package.test.ts',
  'test/browser/console-rules.test.ts',
  'test/integration/failures.test.ts',
  'test/integration/confiant.test.ts',
  'test/integration/pubstack.test.ts',
  'properties/any-string.prop.ts',
  'test/cli/move.test.ts',
  'test/browser/sync.test.ts',
  'test/browser/client.test.ts',
  'test/integration/chaos.test.ts',
  'properties/bidders.prop.ts',
  'test/integration/start.test.ts',
  'properties/hostile.prop.ts',
  'test/integration/tap-clients-restart.test.ts',
  'test/integration/tls-clients.test.ts',
  'test/cli/bundle.test.ts',
  'test/integration/fuzz.test.ts',
  'test/cli/cli.test.ts',
];

/** Files that start processes, servers or a browser. */
const PROCESSES = /\/test\/(browser|cli|cluster|integration)\//;

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place >= 0 ? place : LONGEST.length + (PROCESSES.test(moduleId) ? 0 : 1);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
