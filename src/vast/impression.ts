/** Our impression tracker in a VAST document. */
import { cdataElement, readXml } from './xml.ts';

export interface Inserted {
  readonly xml: string;
  /** `no-ad`: neither InLine nor Wrapper, or no markup at all; `no-impression`: an ad without an Impression element. */
  readonly outcome: 'inserted' | 'no-impression' | 'no-ad';
}

const isAd = (name: string): boolean => {
  const lower = name.toLowerCase();
  return lower === 'inline' || lower === 'wrapper';
};

/**
 * Inserts an Impression with `url` after the last Impression of every InLine and Wrapper ad. An ad without any is unchanged, and so is a
 * document that is not well-formed. Players ignore an Impression deeper in an ad (in an Extension): it does not count.
 */
export function insertImpression(xml: string, url: string): Inserted {
  const tokens = readXml(xml);
  if ('error' in tokens) return { xml, outcome: 'no-ad' };
  const places: number[] = [];
  let last = -1;
  let ads = 0;
  let depth = 0;
  let depthOfAd = 0;
  for (const { kind, name, end } of tokens.value) {
    if (kind === 'open') depth++;
    else if (kind === 'close') depth--;
    else if (kind !== 'empty') continue;
    if (isAd(name)) {
      ads++;
      if (kind === 'close' && last >= 0) places.push(last);
      last = -1;
      depthOfAd = depth;
    } else if (kind !== 'open' && depth === depthOfAd && name.toLowerCase() === 'impression') last = end;
  }
  if (ads === 0) return { xml, outcome: 'no-ad' };
  if (places.length === 0) return { xml, outcome: 'no-impression' };
  const element = cdataElement('Impression', url);
  let made = '';
  let from = 0;
  for (const place of places) {
    made += xml.slice(from, place) + element;
    from = place;
  }
  return { xml: made + xml.slice(from), outcome: 'inserted' };
}
