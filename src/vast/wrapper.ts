/** VAST for a bid that has only an address. */
import { cdataElement } from './xml.ts';

const around = (nurl: string, impression: string): string =>
  `<VAST version="3.0"><Ad><Wrapper><AdSystem>prebid.org wrapper</AdSystem>${cdataElement('VASTAdTagURI', nurl)}${impression}<Creatives></Creatives></Wrapper></Ad></VAST>`;

/** The bid's VAST: its markup, else a wrapper around its address whose Impression is empty, or ours if `tracker` is given. */
export function vastOf({ adm, nurl }: { readonly adm?: string | undefined; readonly nurl?: string | undefined }, tracker?: string): string {
  if (adm) return adm;
  return around(nurl ?? '', tracker === undefined ? '<Impression></Impression>' : cdataElement('Impression', tracker));
}

/** A wrapper without an Impression element. */
export const bareWrapper = (nurl: string): string => around(nurl, '');
