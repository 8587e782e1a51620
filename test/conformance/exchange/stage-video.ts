/** Stages `video-validate` and `video-respond`: validation of a pod request, and an auction's response by pods. */
import { checkVideoRequest } from '#src/auction/endpoints/video/check.ts';
import type { PodError } from '#src/auction/endpoints/video/pod-errors.ts';
import { adPods } from '#src/auction/endpoints/video/pods.ts';
import { decodeVideoRequest } from '#src/auction/endpoints/video/request.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { firstDifference } from '../compare.ts';
import type { Case } from './case.ts';
import { fieldsDifference, wording } from './equality.ts';

export function runVideoValidate({ request: { body = {} }, config = {}, expect }: Case): string | undefined {
  const decoded = decodeVideoRequest(body, false);
  if ('error' in decoded) return `not decoded: ${decoded.error}`;
  const { errors, blocked, podErrors } = checkVideoRequest(decoded.value, {
    storedRequestRequired: config['videoStoredRequestRequired'] === true,
    blockedApps: (config['blockedApps'] as string[] | undefined) ?? [],
    dialect: dialects.go.video,
  });
  const all = [...errors, ...(blocked?.messages ?? [])];
  const messages =
    expect['errors'] === undefined ? undefined : firstDifference(expect['errors'] ?? [], all, { special: wording }, 'errors');
  if (messages) return messages;
  const first = expect['firstError'] === undefined ? undefined : firstDifference(expect['firstError'], all[0], { special: wording });
  return first ?? firstDifference(expect['podErrors'] ?? [], podErrors, { special: wording }, 'podErrors');
}

/** Pod errors in the format of the step. */
const toPodErrors = (given: unknown): PodError[] =>
  ((given ?? []) as Ext[]).map((error, index) => ({
    podId: Number(error['podId'] ?? error['podid'] ?? 0),
    podIndex: Number(error['podIndex'] ?? index),
    messages: (error['messages'] ?? error['errors'] ?? []) as string[],
  }));

export function runVideoRespond({ request, expect }: Case): string | undefined {
  const made = adPods((request.body ?? {}) as unknown as BidResponse, toPodErrors(request['podErrors']), dialects.go.video);
  const wanted = expect['error'];
  if ('error' in made) {
    const { error } = made;
    return wanted === undefined ? `failed: ${error}` : firstDifference(wanted === true ? error : wanted, error);
  }
  const pods = made.value;
  if (wanted !== undefined) return `wanted the error ${String(wanted)}, made ${pods.length} pods`;
  const counts = pods.map(({ targeting }) => targeting.length);
  const found =
    (expect['podCount'] === undefined ? undefined : firstDifference(expect['podCount'], pods.length, {}, 'podCount')) ??
    (expect['podTargetingCounts'] === undefined ? undefined : firstDifference(expect['podTargetingCounts'], counts, {}, 'targeting'));
  return found ?? (expect['bodyFields'] === undefined ? undefined : fieldsDifference(expect['bodyFields'] as Ext, { adPods: pods }));
}
