/** The shape of an account's settings in the Java variant's format: a field of another type invalidates all of the account's rules. */
import { z } from 'zod';
import { HOOK_STAGES } from '#src/config/hook-stages.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, flag } from '../account-settings.ts';
import { RuleError } from './arguments.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).nullish();
const integer = z.preprocess((value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value), z.number().nullish());
const stage = z.preprocess((value) => (typeof value === 'string' ? value.replaceAll('-', '_') : value), z.enum(HOOK_STAGES).nullish());
const instant = z.preprocess((value) => (value === '' ? null : value), z.union([z.iso.datetime({ offset: true }), z.number()]).nullish());

const functions = z.array(z.object({ function: text, args: z.unknown().optional() })).nullish();
const rules = z.array(z.object({ conditions: z.array(text).nullish(), results: functions })).nullish();
const groups = z
  .array(z.object({ weight: integer, analyticsKey: text, version: text, schema: functions, rules, default: functions }))
  .nullish();
const sets = z.array(z.object({ enabled: flag, stage, name: text, version: text, modelGroups: groups, modelgroups: groups })).nullish();

const shape = z.object({ enabled: flag, timestamp: instant, ruleSets: sets, rulesets: sets });

/** @throws RuleError naming the first field of another type */
export function checkShape(settings: Ext): void {
  const { error } = shape.safeParse(isObject(settings) ? settings : {});
  if (error) throw new RuleError(firstIssue(error));
}
