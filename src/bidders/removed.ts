/** Bidders that once were: a request that names one is told what became of it (auction-request.md 12.9). */

const GONE = 'Please update your configuration.';
const renamed = (product: string, code: string): string =>
  `If you're looking to use the ${product} adapter, please rename it to "${code}" in your configuration.`;

const GONE_WITHOUT_HEIR: ReadonlySet<string> = new Set([
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

/** What takes the place of a bidder that was renamed or sold, and how its callers are told of it. */
const heirs: ReadonlyMap<string, { readonly code: string; readonly advice: string }> = new Map([
  ['yssp', { code: 'yahooAds', advice: renamed('Yahoo SSP', 'yahooAds') }],
  ['andbeyondmedia', { code: 'beyondmedia', advice: renamed('AndBeyond.Media SSP', 'beyondmedia') }],
  ['bizzclick', { code: 'blasto', advice: 'Please update your configuration. "bizzclick" has been renamed to "blasto".' }],
  ['liftoff', { code: 'vungle', advice: renamed('Vungle Exchange', 'vungle') }],
  ['gothamads', { code: 'intenze', advice: 'Please rename it to "intenze" in your configuration.' }],
  ['adoppler', { code: 'elementaltv', advice: renamed('Adoppler', 'elementaltv') }],
]);

/** What a request that names this removed bidder is told; undefined: no such bidder was removed. */
export function removedMessage(code: string): string | undefined {
  const advice = heirs.get(code)?.advice ?? (GONE_WITHOUT_HEIR.has(code) ? GONE : undefined);
  return advice && `Bidder "${code}" is no longer available in auctor. ${advice}`;
}

/** Code of the bidder to use instead of a removed one, where there is one. */
export const replacementOf = (code: string): string | undefined => heirs.get(code)?.code;
