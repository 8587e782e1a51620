/** All machines of the host: their charts, read from the running objects, and export formats for other tools. */
import { drawChart } from './chart.js';
import { byId, h, pretty, show } from './dom.js';
import { table } from './table.js';

export async function paintMachines(get, getText) {
  const list = await get('/machines');
  const charts = await Promise.all(list.map(({ name }) => get(`/machines/${name}`)));
  show(
    byId('view-machines'),
    list.map((machine, index) => machinePanel(machine, charts[index], getText)),
  );
}

function machinePanel({ name, states, charts }, chart, getText) {
  const { svg } = drawChart(chart, { label: `Chart of ${name}` });
  const place = h('div', { 'aria-live': 'polite' });
  const buttons = charts.map((href) => {
    const format = new URL(href, location.href).searchParams.get('format');
    const showSource = async () => {
      const text = await getText(href).catch((cause) => cause.message);
      show(place, h('pre', { tabindex: 0, 'aria-label': `${name} as ${format}` }, pretty(text)));
    };
    return h('button', { type: 'button', onclick: showSource, 'aria-label': `${name} as ${format}` }, format);
  });
  return h(
    'section',
    { class: 'panel', 'aria-label': name },
    h('div', { class: 'panel-head' }, h('h2', {}, name), h('div', { class: 'tools' }, buttons)),
    h('div', { class: 'chart' }, svg),
    h('details', {}, h('summary', {}, `${states} states, ${chart.edges.length} transitions`), transitions(chart)),
    place,
  );
}

function transitions({ edges }) {
  const mono = (value) => h('span', { class: 'mono' }, value);
  return table(
    ['From', 'On', 'If', 'To'],
    edges.map(({ from, on, guard = '', to }) => [from, on, guard, to].map(mono)),
  );
}
