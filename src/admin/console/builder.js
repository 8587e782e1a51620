/** Builds a request for the trial form from the host's own bidders: their params start with what their schemas require. */
import { h, show } from './dom.js';

const SIZES = ['300x250', '728x90', '320x50', '160x600'];
const TMAX_MS = 1000;

const typeOf = ({ type }) => (Array.isArray(type) ? type[0] : type);

/** A value that a rule of the params accepts, as far as it says; the user knows the real one. */
function sampleOf(rule) {
  if (rule.enum) return rule.enum[0];
  const kinds = { integer: rule.minimum ?? 1, number: rule.minimum ?? 1, boolean: false, array: [], object: {} };
  return kinds[typeOf(rule)] ?? 'x'.repeat(Math.max(1, rule.minLength ?? 1));
}

/** The required params with values of their types. */
const sampleParams = ({ properties = {}, required = [], oneOf, anyOf }) => {
  const wanted = [...required, ...((oneOf ?? anyOf)?.[0]?.required ?? [])];
  return Object.fromEntries(wanted.map((name) => [name, sampleOf(properties[name] ?? {})]));
};

function impOf(kind, size, bidder) {
  const [w, h] = size.split('x').map(Number);
  const media = {
    banner: { banner: { format: [{ w, h }] } },
    video: { video: { mimes: ['video/mp4'], protocols: [2, 3, 5, 6], w: 640, h: 480, minduration: 5, maxduration: 30 } },
    audio: { audio: { mimes: ['audio/mp4'], minduration: 5, maxduration: 30 } },
  };
  return { id: 'imp', ...media[kind], ext: { prebid: { bidder } } };
}

const select = (label, values) => {
  const element = h(
    'select',
    {},
    values.map((value) => h('option', { value }, value)),
  );
  return [element, h('label', {}, `${label} `, element)];
};

export class Builder {
  #take;
  #load;
  #choice = h('select', { multiple: true, size: 8, 'aria-label': 'Bidders' });
  #account = h('input', { type: 'text', value: '', placeholder: 'account id', list: 'try-accounts', autocomplete: 'off' });
  #accounts = h('datalist', { id: 'try-accounts' });
  #hint = h('p', { class: 'hint', role: 'status' }, '');
  #bidders = new Map();

  /** @param load resolves to the bidders; @param accounts returns the known ones; @param take puts a request into the form */
  constructor(load, accounts, take) {
    this.#load = load;
    this.#take = take;
    const [kind, kindLabel] = select('Media type', ['banner', 'video', 'audio']);
    const [size, sizeLabel] = select('Size', SIZES);
    const fill = h('button', { type: 'button', onclick: () => this.#fill(kind.value, size.value) }, 'Fill in the request');
    this.element = h(
      'details',
      {},
      h('summary', {}, 'From the bidders of this host'),
      this.#choice,
      h('div', { class: 'row' }, h('label', {}, 'Account ', this.#account, this.#accounts), kindLabel, sizeLabel, fill),
      this.#hint,
    );
    this.#account.addEventListener('focus', () =>
      show(
        this.#accounts,
        accounts().map((value) => h('option', { value })),
      ),
    );
    this.element.addEventListener('toggle', () => this.element.open && this.#show());
  }

  async #show() {
    if (this.#bidders.size > 0) return;
    try {
      this.#bidders = new Map((await this.#load()).map(({ code, params }) => [code, params]));
    } catch (cause) {
      this.#hint.textContent = `The bidders were not loaded: ${cause.message}`;
      return;
    }
    show(
      this.#choice,
      [...this.#bidders.keys()].map((code) => h('option', { value: code }, code)),
    );
    this.#hint.textContent = `${this.#bidders.size} bidders are enabled. Their required params get placeholders: replace them with real ones.`;
  }

  #fill(kind, size) {
    const codes = [...this.#choice.selectedOptions].map(({ value }) => value);
    if (codes.length === 0) {
      this.#hint.textContent = 'Select at least one bidder.';
      return;
    }
    const bidder = Object.fromEntries(codes.map((code) => [code, sampleParams(this.#bidders.get(code))]));
    const id = this.#account.value.trim();
    const site = { page: 'https://publisher.example/article', ...(id !== '' && { publisher: { id } }) };
    const body = { id: 'try-own', imp: [impOf(kind, size, bidder)], site, tmax: TMAX_MS, ext: { prebid: { targeting: {} } } };
    this.#take({ endpoint: '/openrtb2/auction', body });
  }
}
