/** Boundary `http` on the Java variant's integration profile. */
import type { Case } from './case.ts';

export async function runJavaHost(_one: Case): Promise<string | undefined> {
  return 'this profile is not built yet';
}
