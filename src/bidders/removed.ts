/** Bidders that once were: a request that names one is told what became of it (auction-request.md 12.9). */

const GONE = 'Please update your configuration.';
const renamed = (product: string, code: string): string =>
  `If you're looking to use the ${product} adapter, please rename it to "${code}" in your configuration.`;

const GONE_WITHOUT_HEIR = [
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
];

const advice: ReadonlyMap<string, string> = new Map([
  ...GONE_WITHOUT_HEIR.map((code) => [code, GONE] as const),
  ['yssp', renamed('Yahoo SSP', 'yahooAds')],
  ['andbeyondmedia', renamed('AndBeyond.Media SSP', 'beyondmedia')],
  ['bizzclick', 'Please update your configuration. "bizzclick" has been renamed to "blasto".'],
  ['liftoff', renamed('Vungle Exchange', 'vungle')],
  ['gothamads', 'Please rename it to "intenze" in your configuration.'],
  ['adoppler', renamed('Adoppler', 'elementaltv')],
]);

/** What a request that names this removed bidder is told; undefined: no such bidder was removed. */
export function removedText(code: string): string | undefined {
  const text = advice.get(code);
  return text && `Bidder "${code}" is no longer available in auctor. ${text}`;
}
