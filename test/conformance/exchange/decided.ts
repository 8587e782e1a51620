/**
 * Recorded expectations that a decision changes for a complete kind of cases, including unseen ones. A case that passes only with the
 * changed expectation counts as "by decision"; everything else in it must still match.
 */
import type { Ext } from '#src/openrtb/ext.ts';
import type { Case } from './case.ts';
import { countsInDecimals, filesCacheIds, namesBadResponses, warnsOfRejectedDebug } from './decided-responses.ts';

/** Returns the expectation under the decision; undefined: the decision does not affect this case. */
type Change = (one: Case) => Ext | undefined;

const isAt = ({ request }: Case, path: string): boolean => request.path === path;
const requestsDebug = ({ request }: Case): boolean => /(?:^|&)debug=1(?:&|$)/.test(request.query ?? '');

/** Row 21: no warning about debug output that was not requested. */
const warnsOnlyOfRejectedDebug: Change = (one) => {
  const body = one.expect['body'] as { ortb2?: { ext?: Ext } } | undefined;
  const warnings = body?.ortb2?.ext?.['warnings'] as Record<string, { code: number }[]> | undefined;
  if (!isAt(one, '/openrtb2/amp') || requestsDebug(one) || !warnings?.['general']?.some(({ code }) => code === 10002)) return undefined;
  const retained = warnings['general'].filter(({ code }) => code !== 10002);
  const { general: _, ...others } = warnings;
  const left = retained.length > 0 ? { ...others, general: retained } : others;
  const { warnings: __, ...ext } = body?.ortb2?.ext ?? {};
  return { ...one.expect, body: { ...body, ortb2: { ext: Object.keys(left).length > 0 ? { ...ext, warnings: left } : ext } } };
};

/** Row 26: the content of `ortb2.ext` of an AMP response is also at the top level. */
const repeatsExt: Change = (one) => {
  const body = one.expect['body'] as { ortb2?: { ext?: Ext }; ext?: Ext } | undefined;
  const ext = body?.ortb2?.ext;
  if (!isAt(one, '/openrtb2/amp') || one.expect['bodyMatch'] !== 'json' || !ext || Object.keys(ext).length === 0) return undefined;
  return { ...one.expect, body: { ...body, ext } };
};

/** Row 26: messages of the specification if the recorded ones differ in more than case and the final dot. */
const AMP_MESSAGES: readonly (readonly [string, string])[] = [
  ['request.app must not exist in AMP stored requests.', 'The app object must not exist in AMP stored requests.'],
];

const usesOwnExtKey: Change = (one) => {
  const text = one.expect['errorContains'];
  const pair = typeof text === 'string' ? AMP_MESSAGES.find(([theirs]) => text.includes(theirs)) : undefined;
  if (!isAt(one, '/openrtb2/amp') || typeof text !== 'string' || !pair) return undefined;
  return { ...one.expect, errorContains: text.replace(pair[0], pair[1]) };
};

/** Row 42: client errors of the video endpoint are 400. */
const blamesTheCaller: Change = (one) => {
  const isBroken = one.mocks?.exchange?.kind === 'fails';
  if (!isAt(one, '/openrtb2/video') || one.expect['status'] !== 500 || isBroken) return undefined;
  return { ...one.expect, status: 400 };
};

/** Row 26: a pod's errors have the format of any response's. */
const shapesPodErrors: Change = (one) => {
  const fields = (one.expect['bodyFields'] ?? {}) as Ext;
  const reported = Object.entries(fields).filter(([pointer, value]) => /^\/adPods\/\d+\/errors$/.test(pointer) && Array.isArray(value));
  if (reported.length === 0) return undefined;
  const shaped = reported.map(([pointer, messages]) => [
    pointer,
    { general: (messages as string[]).map((message) => ({ code: 2, message })) },
  ]);
  return { ...one.expect, bodyFields: { ...fields, ...Object.fromEntries(shaped) } };
};

const CHANGES: readonly Change[] = [
  warnsOnlyOfRejectedDebug,
  repeatsExt,
  usesOwnExtKey,
  blamesTheCaller,
  shapesPodErrors,
  countsInDecimals,
  filesCacheIds,
  namesBadResponses,
  warnsOfRejectedDebug,
];

/** The case under the decisions; undefined: no decision affects it. */
export function decided(one: Case): Case | undefined {
  let changed = one;
  for (const change of CHANGES) {
    const expect = change(changed);
    if (expect) changed = { ...changed, expect };
  }
  return changed === one ? undefined : changed;
}
