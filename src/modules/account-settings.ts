/** Parses an account's settings of a module. */
import type { ZodError } from 'zod';

/** The first error of settings as `<path>: <message>`. */
export function firstIssue({ issues: [issue] }: ZodError): string {
  if (!issue) return 'invalid settings';
  const path = issue.path.join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
