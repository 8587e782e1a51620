/** All machines of the host: their charts, read from the running objects, and export formats for other tools. */
import { drawChart } from './chart.js';
import { byId, h, pretty, show } from './dom.js';

export async function paintMachines(get, getText) {
  const list = await get('/machines');
  const charts = await Promise.all(list.map(({ name }) => get(`/machines/${name}`)));
  show(
    byId('view-machines'),
    list.map((machine, index) => machinePanel(machine, charts[index], getText)),
  );
}

function machinePanel({ name, states, charts }, chart, getText) {
  const { svg } = drawChart(chart, { isTall: innerWidth < 760, label: `Chart of ${name}` });
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
  const heads = ['From', 'On', 'If', 'To'].map((head) => h('th', { scope: 'col' }, head));
  const cells = (edge) => [edge.from, edge.on, edge.guard ?? '', edge.to].map((cell) => h('td', { class: 'mono' }, cell));
  const rows = edges.map((edge) => h('tr', {}, cells(edge)));
  return h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)));
}
