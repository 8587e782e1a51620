/** Validates a tree of settings option by option; with errors, returns the rest without the invalid values. */
import type { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { type HostConfig, hostSchema } from './schema.ts';

type Tree = { [key: string]: unknown };

export interface ValidValues {
  /** The settings without invalid values; undefined if they are unusable. */
  readonly value: HostConfig | undefined;
  readonly issues: readonly z.core.$ZodIssue[];
}

/** Removed values may reveal further errors, once. */
const MAX_ROUNDS = 3;

/** The host's settings in a tree, which is not modified, and all issues. */
export function validValues(tree: Tree): ValidValues {
  const issues: z.core.$ZodIssue[] = [];
  const rest = structuredClone(tree);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // Compiled parsers cost more than they save in a schema that is used once.
    const parsed = hostSchema.safeParse(rest, { jitless: true });
    if (parsed.success) return { value: parsed.data, issues };
    const found = parsed.error.issues.flatMap(eachKey);
    // A removed value of a required field is reported once.
    const reported = new Set(issues.map(({ path }) => path.join('.')));
    issues.push(...found.filter(({ path }) => !reported.has(path.join('.'))));
    for (const issue of found.toReversed()) removeAt(rest, issue.path);
  }
  return { value: undefined, issues };
}

/** Unknown names of a strict group, one issue each. */
function eachKey(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  return issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key], message: 'unknown option' }));
}

function removeAt(tree: Tree, path: readonly PropertyKey[]): void {
  let holder: unknown = tree;
  for (const [i, key] of path.slice(0, -1).entries()) {
    const next: unknown = (holder as { [key: PropertyKey]: unknown })[key];
    // Removed with its group.
    if (next === undefined) return;
    // A required field is missing: its group is removed.
    if (isObject(next) && i === path.length - 2 && !Object.hasOwn(next, String(path.at(-1)))) {
      removeAt(tree, path.slice(0, -1));
      return;
    }
    // The error is in a converted value: the complete value is removed.
    if (typeof next !== 'object' || next === null) break;
    holder = next;
  }
  if (Array.isArray(holder)) holder.splice(Number(path.at(-1)), 1);
  else delete (holder as { [key: PropertyKey]: unknown })[path.at(-1) ?? ''];
}
