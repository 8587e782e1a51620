import { applyRules } from '#src/modules/rule-engine/apply-rules.ts';
import { compileGo } from '#src/modules/rule-engine/compile-go.ts';
import { compileJava } from '#src/modules/rule-engine/compile-java.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { contextOf, dialectOf, requestOf } from './rules.ts';

/** The request after the rules of a row, and the report. */
export function runRow(row: ModuleRow, geoscopes: { [bidder: string]: string[] } = {}): unknown {
  const sets = row.variant === 'go' ? compileGo(row.config, geoscopes) : compileJava(row.config);
  const request = structuredClone(requestOf(row));
  const result = applyRules(sets, request, { ...contextOf(row), request }, dialectOf(row)) ?? {};
  const bidders = Object.fromEntries(request.imp.map(({ id, ext }) => [id, Object.keys(ext?.srv?.bidder ?? {})]));
  if (row.variant === 'go') return { bidders };
  const removed = Object.keys(result.rejections ?? {}).length > 0;
  const action = result.reject ? 'reject' : removed ? 'update' : 'no_action';
  return { action, ...(result.reject ? {} : { bidders }), rejections: result.rejections ?? {}, tags: result.tags?.activities ?? [] };
}

export const run = (row: ModuleRow): unknown => runRow(row);
