/** Detail view of one auction: its path, its calls, why each bid won or lost, what rules and modules changed, and the HTTP traffic. */
import { bodiesOf } from './bodies.js';
import { drawChart, paintEdge, paintNode } from './chart.js';
import { byId, bytes, chip, clock, h, millis, show } from './dom.js';
import { topOf } from './layout.js';
import { drawWaterfall } from './waterfall.js';

const KINDS = { won: 'good', returned: 'good', lost: '', rejected: 'bad', dropped: 'warn' };

const KIND_OF = { error: 'bad', warning: 'warn' };

const panel = (title, ...children) =>
  h('section', { class: 'panel', 'aria-label': title }, h('div', { class: 'panel-head' }, h('h2', {}, title)), children);

const table = (caption, heads, rows) =>
  h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: 'stacked' },
      caption && h('caption', { class: 'hint' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((cells) =>
          h(
            'tr',
            {},
            cells.map((cell, index) => h('td', { 'data-head': heads[index] }, cell)),
          ),
        ),
      ),
    ),
  );

export function paintAuction(record, chart) {
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
    headOf(record),
    panel('Timeline', h('div', { class: 'chart' }, pathOf(record, chart))),
    callsOf(data),
    h('div', { class: 'halves' }, bidsOf(data), diagnosticsOf(data)),
    h('div', { class: 'halves' }, privacyOf(data), modulesOf(data)),
    bodiesOf(data),
  );
}

const back = () => h('p', {}, h('a', { href: '#live' }, '← All auctions'));

function headOf({ key, request, account, at, data }) {
  const info = [
    ['Account', account ?? 'none'],
    ['Endpoint', `${data.endpoint}, ${data.requestType}`],
    ['Time', clock(at)],
    ['Duration', millis(data.tookMs)],
    ['Status', String(data.status)],
    ['Imps', data.imps.map(({ id, types, floor }) => `${id} (${types.join(', ')}${floor ? `, floor ${floor}` : ''})`).join(', ') || 'none'],
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
  );
}

/** The chart with the states the auction passed through and the time it spent in each. */
function pathOf({ steps, data }, chart) {
  const drawing = drawChart(chart, { isTall: innerWidth < 760, label: 'Path of this auction' });
  const took = new Map(data.timeline.map(({ state, tookUs }) => [state, tookUs]));
  const end = `${chart.id}.${data.end}`;
  const taken = new Set(steps.map(({ from, to }) => `${topOf(from)}>${topOf(to)}`));
  const entered = new Set(steps.flatMap(({ from, to }) => [topOf(from), topOf(to)]));
  for (const [id, node] of drawing.nodes) {
    const us = took.get(id.split('.').at(-1));
    const isPassed = us !== undefined || entered.has(id) || id === end;
    const isBad = isPassed && (id.endsWith('.reject') || id.endsWith('.rejected'));
    const figure = us === undefined ? '' : millis(us / 1000);
    const label = `${node.box.name}: ${isPassed ? `passed${figure ? `, ${figure}` : ''}` : 'not entered'}`;
    paintNode(node, { figure, label, states: isBad ? ['failed'] : isPassed ? ['passed'] : [] });
  }
  for (const [key, line] of drawing.edges) if (taken.has(key)) paintEdge(line, [key.endsWith('.reject') ? 'failed' : 'passed']);
  return drawing.svg;
}

function callsOf(data) {
  if (data.bidders.length === 0) return panel('Bidder requests', h('p', { class: 'empty' }, 'No bidder was called.'));
  const { svg, note } = drawWaterfall(data, innerWidth < 760);
  return panel('Bidder requests', h('div', { class: 'waterfall' }, svg), note && h('p', { class: 'hint' }, note));
}

function bidsOf({ bids, nonBids }) {
  const rows = bids.map((bid) => [
    bid.bidder === bid.seat ? bid.bidder : `${bid.bidder} as ${bid.seat}`,
    bid.imp,
    bid.type,
    `${bid.originalPrice} ${bid.originalCurrency}`,
    bid.price === undefined ? '–' : bid.price.toFixed(3),
    h('span', { class: 'chips' }, chip(bid.outcome, KINDS[bid.outcome]), bid.deal && chip(`deal ${bid.deal}`)),
    bid.reason ?? (bid.cacheId ? 'cached' : ''),
  ]);
  const silent = nonBids.filter(({ seat, imp }) => !bids.some((bid) => bid.seat === seat && bid.imp === imp));
  return panel(
    'Bids and outcomes',
    rows.length > 0
      ? table('', ['Bidder', 'Imp', 'Type', 'Bid', 'Adjusted', 'Outcome', 'Reason'], rows)
      : h('p', { class: 'empty' }, 'No bids.'),
    silent.length > 0 &&
      table(
        'No data',
        ['Bidder', 'Imp', 'Reason'],
        silent.map(({ seat, imp, reason, code }) => [seat, imp, `${reason} (${code})`]),
      ),
  );
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
  return panel(
    'Errors and warnings',
    rows.length > 0 ? table('', ['Source', 'Code', 'Message'], rows) : h('p', { class: 'empty' }, 'None.'),
  );
}

function privacyOf({ privacy }) {
  if (!privacy)
    return panel('Privacy', h('p', { class: 'empty' }, 'The auction ended before privacy decisions were made; personal data is hidden.'));
  const said = [
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
      said.map((text) => chip(text)),
    ),
    table('', ['Bidder', 'Call', 'Removed data'], rows),
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
    rows.length > 0 ? table('', ['Stage', 'Hook', 'Action', 'Duration', 'Changed'], rows) : h('p', { class: 'empty' }, 'No hooks ran.'),
  );
}
