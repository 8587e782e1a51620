/** What can be done with an auction: copy it as curl, run its request again, compare it with another one. */
import { clock, h } from './dom.js';

const quoted = (value) => `'${value.replaceAll("'", `'\\''`)}'`;

const isGet = (endpoint) => endpoint === 'amp';
const pathOf = (endpoint) => `/openrtb2/${endpoint}`;
const queryOf = ({ query = {} }) => String(new URLSearchParams(query));

/** The request as a shell command. */
export function toCurl({ endpoint, bodies }, origin) {
  if (isGet(endpoint)) return `curl ${quoted(`${origin}${pathOf(endpoint)}?${queryOf(bodies)}`)}`;
  return `curl ${quoted(`${origin}${pathOf(endpoint)}`)} -H 'Content-Type: application/json' -d ${quoted(bodies.request)}`;
}

/** Buttons and the choice of another auction. Without bodies there is nothing to send again. */
export function actionsOf({ key, data }, { origin, others, edit }) {
  const hasRequest = data.bodies !== undefined && (isGet(data.endpoint) || data.bodies.request !== '');
  const copy = h('button', { type: 'button', disabled: !hasRequest }, 'Copy as curl');
  copy.addEventListener('click', async () => {
    await navigator.clipboard?.writeText(toCurl(data, origin));
    copy.textContent = 'Copied';
  });
  const again = () =>
    edit({ endpoint: pathOf(data.endpoint), body: isGet(data.endpoint) ? queryOf(data.bodies) : JSON.parse(data.bodies.request) });
  const choice = h(
    'select',
    {
      onchange: () => {
        location.hash = `#auction/${key}/${choice.value}`;
      },
    },
    h('option', { value: '' }, others.length > 0 ? 'another auction…' : 'no other auction'),
    others.map((other) => h('option', { value: other.key }, `${clock(other.at)} ${(other.request || other.key).slice(0, 40)}`)),
  );
  return h(
    'div',
    { class: 'row actions' },
    copy,
    h('button', { type: 'button', disabled: !hasRequest, onclick: again }, 'Run again'),
    h('label', {}, 'Compare with ', choice),
  );
}
