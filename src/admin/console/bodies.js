/** Request and response bodies as each side saw them. */
import { copyButton } from './copy.js';
import { bytes, chip, h, pretty } from './dom.js';

const text = (title, body, ...chips) => {
  if (body === undefined || body === '') return undefined;
  const box = h(
    'details',
    {},
    h('summary', {}, title, ' ', h('span', { class: 'hint' }, bytes(body.length)), ...chips.flatMap((made) => [' ', made])),
  );
  // Long bodies are formatted only when they are opened.
  box.addEventListener(
    'toggle',
    () =>
      box.open &&
      !box.querySelector('pre') &&
      box.append(
        copyButton('Copy', () => pretty(body)),
        h('pre', { tabindex: 0 }, pretty(body)),
      ),
  );
  return box;
};

export function bodiesOf({ bodies, bidders }) {
  if (!bodies)
    return h(
      'div',
      { class: 'panel' },
      h('h2', {}, 'On the wire'),
      h('p', { class: 'empty' }, 'Bodies were not recorded for this auction.'),
    );
  const outcome = new Map(bidders.map((bidder) => [bidder.bidder, bidder]));
  const query = bodies.query && JSON.stringify(bodies.query);
  return h(
    'section',
    { class: 'panel', 'aria-label': 'On the wire' },
    h(
      'div',
      { class: 'panel-head' },
      h('h2', {}, 'On the wire'),
      h('p', { class: 'hint' }, 'Data removed by privacy decisions is not shown here either.'),
    ),
    h(
      'div',
      { class: 'halves' },
      h('div', {}, h('h3', {}, 'The caller'), callerOf(bodies, query)),
      h(
        'div',
        {},
        h('h3', {}, 'Bidders'),
        h(
          'div',
          { class: 'scroll' },
          bodies.calls.map((call) => callOf(call, outcome.get(call.bidder))),
        ),
      ),
    ),
  );
}

const callerOf = (bodies, query) => [
  text('Query', query),
  text('Request as sent', bodies.request),
  text('Request as resolved', bodies.resolved),
  text('Response', bodies.response),
];

function callOf({ bidder, uri, headers, request, response }, known) {
  const call = known?.calls.find((one) => one.uri === uri);
  const state = call
    ? chip(
        call.stored ? 'stored' : call.status === 0 ? (call.failure?.kind ?? 'no response') : String(call.status),
        call.failure ? 'bad' : '',
      )
    : undefined;
  return h(
    'details',
    {},
    h('summary', {}, h('strong', {}, bidder), ' ', state),
    h('p', { class: 'mono' }, uri),
    text('Headers sent', JSON.stringify(headers)),
    text('Request', request),
    text('Response', response) ?? h('p', { class: 'hint' }, 'No response.'),
  );
}
