/** The order of test files: first those that wait for other programs, longest first, so that no long one runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, as they start. Files that draw pages take turns with files that wait. */
export const LONGEST: readonly string[] = [
  'test/browser/console.test.ts',
  'test/integration/kafka.test.ts',
  'test/integration/rollout.test.ts',
  'test/cli/cli.test.ts',
  'test/browser/console-connection.test.ts',
  'test/cluster/cluster.test.ts',
  'test/integration/redis-cluster.test.ts',
  'test/integration/start.test.ts',
  'test/browser/console-auction.test.ts',
  'test/integration/failures.test.ts',
  'test/cli/package.test.ts',
  'test/browser/console-charts.test.ts',
  'test/conformance/conformance.test.ts',
  'properties/any-string.prop.ts',
  'properties/bidders.prop.ts',
  'properties/hostile.prop.ts',
];

function rankOf({ moduleId, project }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  const group = project.config.isolate ? 0 : LONGEST.length + 1;
  return group + (place < 0 ? LONGEST.length : place);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
