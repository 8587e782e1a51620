/** Removed bidders: the error of a request that names one contains the replacement. */

const NO_ADVICE = 'Please update your configuration.';
const renamed = (product: string, code: string): string =>
  `If you're looking to use the ${product} adapter, please rename it to "${code}" in your configuration.`;

const REMOVED: ReadonlySet<string> = new Set([
  'lifestreet',
  'somoaudience',
  'oftmedia',
  'groupm',
  'verizonmedia',
  'brightroll',
  'engagebdr',
  'ninthdecimal',
  'kubient',
  'applogy',
  'rhythmone',
  'nanointeractive',
  'intertech',
  'adocean',
  'dxkulture',
  'mobupps',
  'vimayx',
]);

/** The replacement of a bidder that was renamed or sold, and the advice to callers. */
const replacements: ReadonlyMap<string, { readonly code: string; readonly advice: string }> = new Map([
  ['yssp', { code: 'yahooAds', advice: renamed('Yahoo SSP', 'yahooAds') }],
  ['andbeyondmedia', { code: 'beyondmedia', advice: renamed('AndBeyond.Media SSP', 'beyondmedia') }],
  ['bizzclick', { code: 'blasto', advice: 'Please update your configuration. "bizzclick" has been renamed to "blasto".' }],
  ['liftoff', { code: 'vungle', advice: renamed('Vungle Exchange', 'vungle') }],
  ['gothamads', { code: 'intenze', advice: 'Please rename it to "intenze" in your configuration.' }],
  ['adoppler', { code: 'elementaltv', advice: renamed('Adoppler', 'elementaltv') }],
]);

/** The error message for a request that names this removed bidder; undefined if it was not removed. */
export function removedMessage(code: string): string | undefined {
  const advice = replacements.get(code)?.advice ?? (REMOVED.has(code) ? NO_ADVICE : undefined);
  return advice && `Bidder "${code}" is no longer available in auctor. ${advice}`;
}

/** Code of the bidder that replaces a removed one, if any. */
export const replacementOf = (code: string): string | undefined => replacements.get(code)?.code;
