/** The console: connects, stores the received events and draws the current view. */
import { paintAuction } from './auction.js';
import { Bidders } from './bidders.js';
import { paintComparison } from './compare.js';
import { byId, grouped, h, here, show } from './dom.js';
import { Filters } from './filters.js';
import { Finder } from './finder.js';
import { listenToKeys } from './keys.js';
import { List } from './list.js';
import { LiveChart } from './live-chart.js';
import { paintMachines } from './machines.js';
import { paintOthers } from './others.js';
import { Plots } from './plots.js';
import { Recorder } from './recorder.js';
import { Rollups } from './rollups.js';
import { paintRules } from './rules.js';
import { Sampler } from './sampler.js';
import { paintState } from './state.js';
import { Store } from './store.js';
import { TapConnection } from './tap.js';
import { startTheme } from './theme.js';
import { TryView } from './try.js';

const KINDS = ['auction', 'transition', 'event', 'sync', 'admin', 'rollup'];
const DRAW_MS = 500;

const store = new Store();
const sampler = new Sampler();
const finder = new Finder(store);
let isPaused = false;
let host = {};
let dropped = 0;

const tap = new TapConnection(onMessage, stateChanged);
const recorder = new Recorder(byId('record'), store, subscribe);

async function getText(path) {
  const response = await fetch(here(path), { headers: tap.headers() });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

const get = async (path) => JSON.parse(await getText(path));

async function post(path, body) {
  const response = await fetch(here(path), {
    method: 'POST',
    headers: { ...tap.headers(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

function subscribe() {
  tap.subscribe({ kinds: KINDS, bodies: true, recording: recorder.isOn, sample: sampler.share });
}

function onMessage(message) {
  if (message.host) host = message.host;
  if (message.type === 'settings') recorder.begin();
  if (message.type === 'dropped') dropped = message.total;
  if (message.type === 'error') byId('status').textContent = message.message;
  if (message.code === 'not_allowed') {
    // The server closed the connection because it requested recordings; reconnect without them.
    recorder.rejectRecording();
    subscribe();
  }
  if (isPaused && message.type === 'event') return;
  if (message.type === 'event' && message.kind === 'auction') sampler.count();
  store.take(message);
}

const STATES = {
  connecting: 'connecting…',
  closed: 'connection lost, reconnecting…',
  token: 'token required',
  'wrong-token': 'token required',
  subscribing: 'connecting…',
  open: 'connected',
};

function stateChanged(state) {
  byId('status').dataset.state = state;
  byId('status').textContent = STATES[state];
  if (state.endsWith('token')) requestToken(state === 'wrong-token');
  if (state === 'subscribing')
    start().catch((cause) => {
      byId('status').textContent = cause.message;
    });
}

function requestToken(wasWrong) {
  byId('token-wrong').hidden = !wasWrong;
  byId('token').value = '';
  if (!byId('token-dialog').open) byId('token-dialog').showModal();
}

byId('token-form').addEventListener('submit', () => {
  tap.setToken(byId('token').value.trim());
  void tap.connect();
});
// Without a token there is nothing to show.
byId('token-dialog').addEventListener('close', () => {
  if (byId('status').dataset.state.endsWith('token')) byId('token-dialog').showModal();
});

let parts;

/** Charts are loaded once and survive a lost connection. */
async function start() {
  subscribe();
  parts ??= await makeParts();
  draw();
}

async function makeParts() {
  const [chart, { origin }] = await Promise.all([get('/machines/auction'), get('/console/origin')]);
  const find = (id, since) =>
    [...store.auctions.values()].findLast(({ request, at }) => at >= since && (id === undefined || request === id))?.key;
  const made = {
    chart,
    origin,
    live: new LiveChart(chart),
    plots: new Plots(),
    list: new List(draw),
    bidders: new Bidders(),
    rollups: new Rollups(store, findAuctions),
    filters: new Filters(filtered),
    trial: new TryView(
      (body) => post('/console/try', body),
      find,
      () => get('/console/bidders'),
      () => store.accounts(),
    ),
  };
  finder.search(made.filters.subscription());
  listenToKeys(made.list, togglePause);
  setInterval(tick, DRAW_MS);
  return made;
}

/** Opens the live view with a search. */
function findAuctions(text) {
  parts.filters.find(text);
  location.hash = '#live';
}

/** Filters apply to what is listed at once, and to what the host sends as soon as they settle. */
function filtered() {
  finder.search(parts?.filters.subscription());
  draw();
}

function tick() {
  if (sampler.adjust()) subscribe();
  finder.adjust();
  if (!document.hidden) draw(true);
}

let drawnVersion = -1;
let drawnView;

/** @param isUpdate nothing but the data has changed */
function draw(isUpdate = false) {
  if (!parts) return;
  const [view = 'live', key, other] = location.hash.slice(1).split('/');
  const now = Date.now();
  const isNew = drawnView !== location.hash;
  if (isNew) showView(view);
  paintStatus();
  if (view === 'auction') {
    const record = store.auctions.get(key);
    if (isNew || (record?.data && !drawnFully)) drawAuction(record, store.auctions.get(other));
    drawnFully = Boolean(record?.data);
  } else if (view === 'state') {
    if (isNew) void drawState(key);
  } else if (view === 'machines' && isNew) paintMachines(get, getText).catch(machinesFailed);
  else if (view === 'rollups') parts.rollups.paint();
  else if (view === 'rules') isNew && void paintRules(get);
  else if (view !== 'try' && view !== 'machines' && !(isPaused && drawnVersion === store.version && !isNew)) drawLive(now, isUpdate);
  drawnVersion = store.version;
  drawnView = location.hash;
}

let drawnFully = false;

const MAX_OTHERS = 60;

function drawAuction(record, other) {
  if (record?.data && other?.data) {
    paintComparison(record, other);
    return;
  }
  const others = [...store.auctions.values()].filter(({ key, data }) => data && key !== record?.key).reverse();
  paintAuction(record, { chart: parts.chart, origin: parts.origin, others: others.slice(0, MAX_OTHERS), edit, replay });
}

const replay = (recorded) => post('/console/replay', recorded);

/** Opens a request in the trial form. */
function edit(request) {
  parts.trial.take(request);
  location.hash = '#try';
}

let rules;

/** The page of a state, first without its rules if they are not loaded yet. */
async function drawState(name) {
  paintState(name, store, rules, Date.now());
  rules ??= await get('/console/states').catch(() => undefined);
  if (location.hash === `#state/${name}`) paintState(name, store, rules, Date.now());
}

/** Loading is retried when the view is opened again. */
const machinesFailed = (cause) =>
  show(byId('view-machines'), h('p', { class: 'panel empty', role: 'alert' }, `Loading the machines failed: ${cause.message}`));

function drawLive(now, isUpdate) {
  const scale = 1 / sampler.share;
  parts.live.paint(store, now, scale, byId('chart-colour').value);
  parts.plots.paint(store, now);
  if (!isUpdate || !parts.list.isAimedAt(now)) parts.list.paint(store, now, parts.filters.values);
  parts.bidders.paint(store, now);
  paintOthers(store.others);
}

function paintStatus() {
  if (byId('status').dataset.state !== 'open') return;
  const workers = host.workers > 0 ? `${host.workers} workers · ` : '';
  const lost = dropped > 0 ? `· ${grouped(dropped)} events dropped in transit` : '';
  byId('status').textContent = `${isPaused ? 'paused' : 'live'} · ${workers}auctor ${host.version ?? ''}${lost}`;
}

const VIEWS = ['live', 'auction', 'state', 'rollups', 'try', 'rules', 'machines'];

function showView(view) {
  const known = VIEWS.includes(view) ? view : 'live';
  for (const name of VIEWS) byId(`view-${name}`).hidden = name !== known;
  for (const name of ['live', 'rollups', 'try', 'rules', 'machines']) {
    const isCurrent = name === known || (name === 'live' && ['auction', 'state'].includes(known));
    if (isCurrent) byId(`nav-${name}`).setAttribute('aria-current', 'page');
    else byId(`nav-${name}`).removeAttribute('aria-current');
  }
  scrollTo(0, 0);
}

function togglePause() {
  isPaused = !isPaused;
  byId('pause').setAttribute('aria-pressed', String(isPaused));
  byId('pause').textContent = isPaused ? 'Resume' : 'Pause';
}

byId('pause').addEventListener('click', togglePause);
byId('help').addEventListener('click', () => byId('keys-dialog').showModal());
byId('chart-colour').addEventListener('change', () => draw());
addEventListener('hashchange', () => draw());

startTheme();
void tap.connect();
