/** Detail view of one auction: its path, its calls, why each bid won or lost, what rules and modules changed, and the HTTP traffic. */

import { actionsOf } from './actions.js';
import { bidTables } from './bids.js';
import { bodiesOf } from './bodies.js';
import { diffDetails } from './diff.js';
import { byId, bytes, chip, clock, h, millis, panel, show } from './dom.js';
import { paintPath } from './path.js';
import { phasesOf } from './phases.js';
import { previousTable } from './previous.js';
import { table } from './table.js';
import { drawWaterfall } from './waterfall.js';

const KIND_OF = { error: 'bad', warning: 'warn' };

/** @param env the state chart, the public origin, the other stored auctions, and `edit`, which opens a request in the trial form */
export function paintAuction(record, env) {
  const view = byId('view-auction');
  if (!record) {
    show(view, panel('Not here', h('p', { class: 'empty' }, 'Auction not found, or no longer stored.'), back()));
    return;
  }
  const { data } = record;
  if (!data) {
    show(view, panel('In flight', h('p', { class: 'empty' }, `In ${record.state}; not ended yet.`), back()));
    return;
  }
  show(
    view,
    headOf(record, env),
    h(
      'div',
      { class: 'path-and-calls' },
      pathPanel(record, env.chart),
      h('div', { class: 'figures' }, callsOf(data), panel('Bids and outcomes', bidTables(data)), diagnosticsOf(data), privacyOf(data)),
    ),
    modulesOf(data),
    data.previous && panel('Previous auctions', previousTable(data.previous)),
    changesOf(data),
    bodiesOf(data),
  );
}

const back = () => h('p', {}, h('a', { href: '#live', class: 'back' }, '← All auctions'));

function headOf(record, env) {
  const { key, request, account, at, data } = record;
  const info = [
    ['Account', account ?? 'none'],
    ['Endpoint', `${data.endpoint}, ${data.requestType}`],
    ['Time', clock(at)],
    ['Duration', durationOf(data)],
    ['Status', String(data.status)],
    [
      'Imps',
      data.imps
        .map(
          ({ id, types, floor, floorCurrency }) =>
            `${id} (${types.join(', ')}${floor ? `, floor ${floor} ${floorCurrency ?? 'USD'} CPM` : ''})`,
        )
        .join(', ') || 'none',
    ],
    ['Size', `${bytes(data.requestBytes)} in, ${bytes(data.responseBytes)} out`],
    ['Number', key],
  ];
  return h(
    'div',
    { class: 'panel' },
    back(),
    h('div', { class: 'panel-head' }, h('h1', {}, request || `Auction ${key}`), chip(data.end, data.end === 'done' ? 'good' : 'bad')),
    data.rejection && h('p', {}, chip(data.rejection.kind, 'bad'), ` ${data.rejection.messages.join(' ')}`),
    h(
      'dl',
      { class: 'facts' },
      info.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    ),
    actionsOf(record, env),
  );
}

/** ms that are worth mentioning. */
const LONG_WAIT_MS = 1;

function durationOf(data) {
  const [first] = phasesOf(data);
  const waited = first?.isExtra && first.ms >= LONG_WAIT_MS ? `, of it ${millis(first.ms)} before its start` : '';
  return `${millis(data.tookMs)}${waited}`;
}

/** The request as sent, after each state that changed it, and as resolved. */
function requestSteps({ request, states = [], resolved }) {
  const steps = [['as sent', request], ...states.map(({ state, request: after }) => [`after ${state}`, after]), ['as resolved', resolved]];
  return steps.slice(1).map(([name, after], index) => ({ before: steps[index], after: [name, after] }));
}

/** What each state up to privacy changed in the request, and what differs for each bidder. */
function changesOf({ bodies }) {
  if (!bodies?.request || !bodies.resolved) return undefined;
  const steps = requestSteps(bodies).filter(({ before, after }, index) => index === 0 || before[1] !== after[1]);
  return panel(
    'Changes of the request',
    steps.map(({ before, after }) => diffDetails(`From the request ${before[0]} to the one ${after[0]}`, before[1], after[1])),
    h(
      'div',
      { class: 'scroll' },
      bodies.calls.map(({ bidder, request }) => diffDetails(`From the resolved request to ${bidder}'s`, bodies.resolved, request)),
    ),
  );
}

function pathPanel(record, chart) {
  const place = h('div', { class: 'chart' });
  const choice = h(
    'select',
    { onchange: () => show(place, paintPath(record, chart, choice.value)) },
    ['path', 'time', 'errors'].map((name) => h('option', { value: name }, name)),
  );
  show(place, paintPath(record, chart, 'path'));
  const made = panel('Timeline', place);
  made.firstChild.append(h('label', {}, 'Colour by ', choice));
  return made;
}

function callsOf(data) {
  if (data.bidders.length === 0) return panel('Bidder requests', h('p', { class: 'empty' }, 'No bidder was called.'));
  return panel('Bidder requests', drawWaterfall(data));
}

function diagnosticsOf({ errors, warnings }) {
  const list = (found, kind) =>
    Object.entries(found).flatMap(([name, all]) =>
      all.map(({ code, message, debugOnly }) => [
        name,
        debugOnly ? chip(`debug ${code}`) : chip(`${kind} ${code}`, KIND_OF[kind]),
        message,
      ]),
    );
  const rows = [...list(errors, 'error'), ...list(warnings, 'warning')];
  return panel('Errors and warnings', rows.length > 0 ? table(['Source', 'Code', 'Message'], rows) : h('p', { class: 'empty' }, 'None.'));
}

function privacyOf({ privacy }) {
  if (!privacy)
    return panel('Privacy', h('p', { class: 'empty' }, 'The auction ended before privacy decisions were made; personal data is hidden.'));
  const labels = [
    privacy.gdprApplies ? 'GDPR applies' : 'GDPR does not apply',
    privacy.hasConsent && 'TCF consent string',
    privacy.usPrivacy && `US Privacy ${privacy.usPrivacy}`,
    privacy.gppSid.length > 0 && `GPP sections ${privacy.gppSid.join(', ')}`,
    privacy.coppa && 'COPPA',
    privacy.lmt && 'limit ad tracking',
  ].filter(Boolean);
  const rows = Object.entries(privacy.bidders).map(([name, { called, removed }]) => [
    name,
    called ? chip('called', 'good') : chip('not called', 'bad'),
    removed.length === 0
      ? 'nothing removed'
      : h(
          'span',
          { class: 'chips' },
          removed.map(({ what, rule, detail }) => chip(`${what} removed by ${rule}${detail ? `: ${detail}` : ''}`, 'warn')),
        ),
  ]);
  return panel(
    'Privacy',
    h(
      'p',
      { class: 'chips' },
      labels.map((text) => chip(text)),
    ),
    table(['Bidder', 'Call', 'Removed data'], rows),
  );
}

function modulesOf({ modules = [] }) {
  const rows = modules.map(({ stage, module, hook, action, status, ms, changes, messages }) => [
    stage,
    `${module} ${hook}`,
    h('span', { class: 'chips' }, chip(action || status, action === 'reject' || status !== 'success' ? 'bad' : '')),
    millis(ms),
    [...changes, ...messages].map((text) => h('div', { class: 'mono' }, text)),
  ]);
  return panel(
    'Modules',
    rows.length > 0 ? table(['Stage', 'Hook', 'Action', 'Duration', 'Changed'], rows) : h('p', { class: 'empty' }, 'No hooks ran.'),
  );
}
