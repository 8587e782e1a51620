/** Inserts configured trackers of every kind into a VAST document. */
import { trimCharacters } from '#src/lang/trim.ts';
import { fillMacros, type MacroValues } from './macros.ts';
import { bareWrapper } from './wrapper.ts';
import { cdata, cdataElement, readXml, type XmlToken } from './xml.ts';

/** Address templates by tracked element. */
export interface Trackers {
  readonly impression: readonly string[];
  readonly error: readonly string[];
  readonly clicktracking: readonly string[];
  readonly nonlinearclicktracking: readonly string[];
  readonly companionclickthrough: readonly string[];
  /** By event: `start`, `firstQuartile`, `midPoint`, `thirdQuartile`, `complete`. */
  readonly tracking: ReadonlyMap<string, readonly string[]>;
}

type Kind = Exclude<keyof Trackers, 'tracking'>;

const ELEMENTS: { readonly [kind in Kind]: string } = {
  impression: 'Impression',
  error: 'Error',
  clicktracking: 'ClickTracking',
  nonlinearclicktracking: 'NonLinearClickTracking',
  companionclickthrough: 'CompanionClickThrough',
};

export interface Tracked {
  readonly xml: string;
  readonly error?: string | undefined;
}

/**
 * The document with all trackers inserted; element names are case-sensitive. Text is trimmed and written as CDATA. Without markup: a
 * wrapper around `nurl`, without trackers. Malformed XML returns an empty string and the error.
 */
export function injectTrackers(xml: string, nurl: string, trackers: Trackers, values: MacroValues): Tracked {
  if (xml === '') return nurl === '' ? { xml, error: 'invalid Vast XML' } : { xml: bareWrapper(nurl) };
  const read = readXml(xml);
  if ('error' in read) return { xml: '', error: `XML processing error: ${read.error}` };
  const tokens = read.value;
  if (!tokens.some(({ name }) => name === 'InLine' || name === 'Wrapper')) {
    return { xml, error: 'invalid VastXML, inline/wrapper tag not found' };
  }
  const writer = new Writer(xml, trackers, values);
  for (const token of tokens) writer.add(token);
  return { xml: writer.made };
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/g, (full, hex, decimal, name) => {
    if (name) return ENTITIES[String(name)] ?? '';
    const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : String(full);
  });

/** Value of the attribute `adId`, whose name some write in lower case; absent: empty. */
const adId = (tag: string): string => decodeEntities(/\sadid\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).find(Boolean) ?? '');

/** Characters that are no content around text; a byte order mark may stand before the document, which CDATA may not. */
const BLANKS = '\t\r\n\b \ufeff';

/** Events whose VAST name is not that of settings and addresses. */
const VAST_NAMES: { readonly [event: string]: string } = { midPoint: 'midpoint' };

/** Copies a document token by token and inserts missing elements where elements open and close. */
class Writer {
  made = '';
  readonly #xml: string;
  readonly #trackers: Trackers;
  readonly #values: MacroValues;
  #creativeId = '';
  /** The enclosing ad: its kind, and the elements seen so far. */
  #ad = '';
  /** Open elements: all, and at the ad's start tag. */
  #depth = 0;
  #depthOfAd = 0;
  readonly #met = new Set<string>();

  constructor(xml: string, trackers: Trackers, values: MacroValues) {
    this.#xml = xml;
    this.#trackers = trackers;
    this.#values = values;
  }

  add({ kind, name, start, end }: XmlToken): void {
    const text = this.#xml.slice(start, end);
    if (kind === 'other') this.made += text;
    else if (kind === 'text') this.#text(decodeEntities(text));
    else if (kind === 'cdata') this.#text(text.slice(9, -3));
    else if (kind === 'open') this.#open(name, text);
    else if (kind === 'close') this.#close(name);
    else {
      this.#open(name, `${text.slice(0, -2).trimEnd()}>`);
      this.#close(name);
    }
  }

  #text(text: string): void {
    const retained = trimCharacters(text, BLANKS);
    if (retained !== '') this.made += cdata(retained);
  }

  #open(name: string, tag: string): void {
    this.made += tag;
    this.#depth++;
    if (name === 'InLine' || name === 'Wrapper') this.#enterAd(name);
    else if (name === 'Creative') this.#creativeId = adId(tag);
    else if (name === 'Linear' || name === 'NonLinearAds' || name === 'CompanionAds') this.#enter(name);
    else if (name === 'NonLinear' || name === 'Companion') this.#met.add(name);
    else if (name === 'VideoClicks' && this.#met.has('Linear')) this.#once(name, this.#elements('clicktracking'));
    else if (name === 'TrackingEvents' && this.#takesTracking()) this.#once(name, this.#tracking());
  }

  #close(name: string): void {
    this.#depth--;
    if (name === 'Linear') this.made += this.#missingClicks() + this.#missingTracking();
    else if (name === 'NonLinear') this.made += this.#elements('nonlinearclicktracking');
    else if (name === 'NonLinearAds') this.made += this.#missingTracking() + this.#missing('NonLinear', 'nonlinearclicktracking');
    else if (name === 'Companion') this.made += this.#elements('companionclickthrough');
    else if (name === 'CompanionAds') this.made += this.#missing('Companion', 'companionclickthrough');
    else if (name === this.#ad) this.made += this.#missingOfAd();
    this.made += `</${name}>`;
    if (name === 'Impression' && this.#isInAd()) this.#once(name, this.#elements('impression'));
    else if (name === 'Error' && this.#isInAd()) this.#once(name, this.#elements('error'));
    else if (name === 'Creative') this.#creativeId = '';
    else if (name === 'Linear' || name === 'NonLinearAds' || name === 'CompanionAds') this.#met.delete(name);
  }

  #enterAd(name: string): void {
    this.#ad = name;
    this.#depthOfAd = this.#depth;
  }

  /** Whether the closed element is a child of the ad: players ignore an Impression deeper in it (in an Extension). */
  #isInAd(): boolean {
    return this.#ad !== '' && this.#depth === this.#depthOfAd;
  }

  /** Resets the seen elements at the start of a creative's part. */
  #enter(name: string): void {
    for (const part of ['VideoClicks', 'TrackingEvents', 'NonLinear', 'Companion']) this.#met.delete(part);
    this.#met.add(name);
  }

  #takesTracking(): boolean {
    return this.#met.has('Linear') || this.#met.has('NonLinearAds');
  }

  #once(name: string, added: string): void {
    if (!this.#met.has(name)) this.made += added;
    this.#met.add(name);
  }

  #missingClicks(): string {
    const clicks = this.#met.has('VideoClicks') ? '' : this.#elements('clicktracking');
    return clicks && `<VideoClicks>${clicks}</VideoClicks>`;
  }

  #missingTracking(): string {
    const tracking = this.#met.has('TrackingEvents') ? '' : this.#tracking();
    return tracking && `<TrackingEvents>${tracking}</TrackingEvents>`;
  }

  /** A wrapper may list ads of its own only to track them: one is created if there is none. */
  #missing(element: string, kind: Kind): string {
    const added = this.#ad === 'Wrapper' && !this.#met.has(element) ? this.#elements(kind) : '';
    return added && `<${element}>${added}</${element}>`;
  }

  #missingOfAd(): string {
    const impressions = this.#met.has('Impression') ? '' : this.#elements('impression');
    const errors = this.#met.has('Error') ? '' : this.#elements('error');
    this.#ad = '';
    this.#met.clear();
    return impressions + errors;
  }

  #elements(kind: Kind): string {
    return this.#trackers[kind].map((url) => cdataElement(ELEMENTS[kind], this.#fill(url, kind, ''))).join('');
  }

  #tracking(): string {
    let made = '';
    for (const [event, urls] of this.#trackers.tracking) {
      for (const url of urls)
        made += cdataElement('Tracking', this.#fill(url, 'tracking', event), ` event="${VAST_NAMES[event] ?? event}"`);
    }
    return made;
  }

  #fill(url: string, vastEvent: string, eventType: string): string {
    const own = { 'PBS-VASTCRTID': this.#creativeId, 'PBS-EVENTTYPE': eventType, 'PBS-VASTEVENT': vastEvent };
    return fillMacros(url, this.#values, own);
  }
}
