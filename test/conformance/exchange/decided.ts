/**
 * Recorded expectations that a decision changes for a whole kind of cases, hidden ones too. A case that only passes with the
 * changed expectation counts as "by decision"; everything else it says still has to hold.
 */
import type { Ext } from '#src/wire/ext.ts';
import type { Case } from './case.ts';
import { countsInDecimals, filesCacheIds, namesBadResponses, warnsOfRefusedDebug } from './decided-answers.ts';

/** Gives the expectation under the decision; undefined: the decision does not touch this case. */
type Change = (one: Case) => Ext | undefined;

const isAt = ({ request }: Case, path: string): boolean => request.path === path;
const asksForDebug = ({ request }: Case): boolean => /(?:^|&)debug=1(?:&|$)/.test(request.query ?? '');

/** Row 21: debug output that nobody asked for is not warned of. */
const warnsOnlyOfRefusedDebug: Change = (one) => {
  const body = one.expect['body'] as { ortb2?: { ext?: Ext } } | undefined;
  const warnings = body?.ortb2?.ext?.['warnings'] as Record<string, { code: number }[]> | undefined;
  if (!isAt(one, '/openrtb2/amp') || asksForDebug(one) || !warnings?.['general']?.some(({ code }) => code === 10002)) return undefined;
  const kept = warnings['general'].filter(({ code }) => code !== 10002);
  const { general: _, ...others } = warnings;
  const left = kept.length > 0 ? { ...others, general: kept } : others;
  const { warnings: __, ...ext } = body?.ortb2?.ext ?? {};
  return { ...one.expect, body: { ...body, ortb2: { ext: Object.keys(left).length > 0 ? { ...ext, warnings: left } : ext } } };
};

/** Row 26: what is under `ortb2.ext` of an AMP answer is at the top as well. */
const tellsExtTwice: Change = (one) => {
  const body = one.expect['body'] as { ortb2?: { ext?: Ext }; ext?: Ext } | undefined;
  const ext = body?.ortb2?.ext;
  if (!isAt(one, '/openrtb2/amp') || one.expect['bodyMatch'] !== 'json' || !ext || Object.keys(ext).length === 0) return undefined;
  return { ...one.expect, body: { ...body, ext } };
};

/** Row 26: texts of the specification where upstream's differ in more than case and the final dot. */
const AMP_TEXTS: readonly (readonly [string, string])[] = [
  ['request.app must not exist in AMP stored requests.', 'The app object must not exist in AMP stored requests.'],
];

const saysItInOurWords: Change = (one) => {
  const text = one.expect['errorContains'];
  const pair = typeof text === 'string' ? AMP_TEXTS.find(([theirs]) => text.includes(theirs)) : undefined;
  if (!isAt(one, '/openrtb2/amp') || typeof text !== 'string' || !pair) return undefined;
  return { ...one.expect, errorContains: text.replace(pair[0], pair[1]) };
};

/** Row 42: what the caller of the video endpoint got wrong is 400. */
const blamesTheCaller: Change = (one) => {
  const isBroken = one.mocks?.exchange?.kind === 'fails';
  if (!isAt(one, '/openrtb2/video') || one.expect['status'] !== 500 || isBroken) return undefined;
  return { ...one.expect, status: 400 };
};

/** Row 26: a pod's errors are told as those of any answer. */
const shapesPodErrors: Change = (one) => {
  const fields = (one.expect['bodyFields'] ?? {}) as Ext;
  const told = Object.entries(fields).filter(([pointer, value]) => /^\/adPods\/\d+\/errors$/.test(pointer) && Array.isArray(value));
  if (told.length === 0) return undefined;
  const shaped = told.map(([pointer, texts]) => [pointer, { general: (texts as string[]).map((message) => ({ code: 2, message })) }]);
  return { ...one.expect, bodyFields: { ...fields, ...Object.fromEntries(shaped) } };
};

const CHANGES: readonly Change[] = [
  warnsOnlyOfRefusedDebug,
  tellsExtTwice,
  saysItInOurWords,
  blamesTheCaller,
  shapesPodErrors,
  countsInDecimals,
  filesCacheIds,
  namesBadResponses,
  warnsOfRefusedDebug,
];

/** The case as the decisions have it; undefined: no decision touches it. */
export function decided(one: Case): Case | undefined {
  let changed = one;
  for (const change of CHANGES) {
    const expect = change(changed);
    if (expect) changed = { ...changed, expect };
  }
  return changed === one ? undefined : changed;
}
