/** A hook's analytics tags in the published format; malformed activities are dropped. */
import { isObject } from '#src/json/merge.ts';
import type { AnalyticsTags, TagResult } from './analytics-tags.ts';
import { detach, isJson } from './drafts.ts';

/** @throws Error for infinite structures */
export function readTags(value: unknown): AnalyticsTags | undefined {
  if (!isObject(value) || !Array.isArray(value['activities'])) return undefined;
  const activities = (detach(value['activities']) as unknown[]).filter((activity) => isJson(activity) && isActivity(activity));
  return { activities: activities as AnalyticsTags['activities'] };
}

function isActivity(value: unknown): boolean {
  if (!isObject(value) || typeof value['name'] !== 'string' || typeof value['status'] !== 'string') return false;
  const { results } = value;
  return results === undefined || (Array.isArray(results) && results.every(isResult));
}

const isOptionalString = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isResult = (value: unknown): value is TagResult =>
  isObject(value) && isOptionalString(value['status']) && (value['appliedto'] === undefined || isObject(value['appliedto']));
