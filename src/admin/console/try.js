/** The trial form: posts to the public port through the admin listener, then opens the resulting auction. */
import { Builder } from './builder.js';
import { byId, chip, h, millis, pretty, show } from './dom.js';
import { EXAMPLES } from './examples.js';

/** Ctrl or Cmd with Enter runs the auction from within the text. */
const isRun = ({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey);

const ENDPOINTS = ['/openrtb2/auction', '/openrtb2/amp', '/openrtb2/video'];

export class TryView {
  #send;
  #find;
  #response = h('div', { 'aria-live': 'polite' });
  #endpoint = h(
    'select',
    { id: 'try-endpoint' },
    ENDPOINTS.map((path) => h('option', { value: path }, path)),
  );
  #body = h('textarea', { id: 'try-body', spellcheck: 'false', 'aria-describedby': 'try-hint' });
  #button = h('button', { type: 'submit', class: 'primary' }, 'Run the auction');

  /**
   * @param find finds an auction by its request id once its events have arrived
   * @param loadBidders resolves to the host's bidders with the schemas of their params
   * @param accounts returns the known accounts
   */
  constructor(send, find, loadBidders, accounts) {
    this.#send = send;
    this.#find = find;
    const examples = h(
      'select',
      { id: 'try-example', onchange: (event) => this.take(EXAMPLES[event.target.value]) },
      EXAMPLES.map(({ name }, index) => h('option', { value: index }, name)),
    );
    const form = h(
      'form',
      {
        class: 'panel',
        onsubmit: (event) => this.#submit(event),
        onkeydown: (event) => isRun(event) && event.target.form?.requestSubmit(),
      },
      h('div', { class: 'panel-head' }, h('h1', {}, 'Try an auction')),
      h('div', { class: 'row' }, h('label', {}, 'Example ', examples), h('label', {}, 'Endpoint ', this.#endpoint), this.#button),
      new Builder(loadBidders, accounts, (request) => this.take(request)).element,
      h(
        'p',
        { class: 'hint', id: 'try-hint' },
        'The request goes to the public port as if a page had sent it. AMP takes the text as a query.',
      ),
      h('label', { for: 'try-body' }, 'Request'),
      this.#body,
    );
    const response = h(
      'section',
      { class: 'panel', 'aria-label': 'Response' },
      h('div', { class: 'panel-head' }, h('h2', {}, 'Response')),
      this.#response,
    );
    show(byId('view-try'), h('div', { class: 'halves' }, form, response));
    show(this.#response, h('p', { class: 'empty' }, 'Nothing sent yet.'));
    this.take(EXAMPLES[0]);
  }

  /** Puts a request into the form. */
  take({ endpoint, body }) {
    this.#endpoint.value = endpoint;
    this.#body.value = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  }

  async #submit(event) {
    event.preventDefault();
    this.#button.disabled = true;
    const endpoint = this.#endpoint.value;
    const text = this.#body.value;
    const tried = endpoint === '/openrtb2/amp' ? { endpoint, query: text.trim() } : { endpoint, body: text };
    try {
      this.#showResponse(await this.#send(tried), text);
    } catch (cause) {
      show(this.#response, h('p', {}, chip('not sent', 'bad'), ` ${cause.message}`));
    }
    this.#button.disabled = false;
  }

  #showResponse({ status, headers, body, ms }, text) {
    const opened = h('p', { class: 'hint' }, 'Waiting for events…');
    const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    show(
      this.#response,
      h(
        'p',
        { class: 'chips' },
        chip(status === 0 ? 'unreachable' : `status ${status}`, status === 200 ? 'good' : 'bad'),
        chip(millis(ms)),
      ),
      opened,
      h('details', {}, h('summary', {}, 'Headers'), h('pre', {}, rows.join('\n'))),
      h('pre', { tabindex: 0, 'aria-label': 'Response body' }, pretty(body)),
    );
    this.#await(opened, idOf(text), Date.now());
  }

  /** The events arrive shortly after the response. */
  #await(place, id, since) {
    const key = this.#find(id, since - 2000);
    if (key) show(place, h('a', { href: `#auction/${key}` }, 'Open this auction →'));
    else if (Date.now() - since < 5000) setTimeout(() => this.#await(place, id, since), 200);
    else place.textContent = 'No events received: the view may be paused or sampled.';
  }
}

function idOf(json) {
  try {
    return JSON.parse(json).id;
  } catch {
    return undefined;
  }
}
