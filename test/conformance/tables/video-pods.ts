/** Pods to imps, bid durations to allowed ones, targeting values by key. */

import { slotsOf } from '#src/auction/endpoints/video/imps.ts';
import { keyValue } from '#src/auction/endpoints/video/pods.ts';
import type { PodConfig } from '#src/auction/endpoints/video/request.ts';
import { allowedDuration } from '#src/auction/target/categories.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

function imps({ durationrangesec, requireexactduration: isExact = false, pods }: PodConfig, variant: 'go' | 'java') {
  const rules = { durations: durationrangesec ?? [], isExact, fillsShortPods: dialects[variant].video.fillsShortPods };
  return (pods ?? []).flatMap(({ podid = 0, adpoddurationsec = 0 }) => slotsOf(podid, adpoddurationsec, rules));
}

export function run(row: Row): Record<string, unknown> {
  const { op, podconfig, targeting, suffix, duration, ranges } = row.in as {
    op: string;
    podconfig: PodConfig | null;
    targeting: Record<string, string> | null;
    suffix: string | null;
    duration: number | null;
    ranges: number[] | null;
  };
  if (op === 'imps') {
    const made = imps(podconfig ?? {}, row.variant ?? 'go');
    return { imps: made, count: made.length };
  }
  if (op === 'key') return { value: keyValue(targeting ?? {}, suffix ?? '') };
  const seconds = duration ?? 0;
  const found = allowedDuration(seconds, ranges ?? []);
  return found === undefined ? { error: dialects.go.response.categories.tooLong(seconds, ranges?.at(-1) ?? 0) } : { duration: found };
}
