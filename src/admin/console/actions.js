/** What can be done with an auction: copy it as curl, send its request again, replay its recording, compare it with another one. */
import { copyButton } from './copy.js';
import { clock, h, show } from './dom.js';
import { replayResult } from './replay.js';

const quoted = (value) => `'${value.replaceAll("'", `'\\''`)}'`;

const isGet = (endpoint) => endpoint === 'amp';
const pathOf = (endpoint) => `/openrtb2/${endpoint}`;
const queryOf = ({ query = {} }) => String(new URLSearchParams(query));

/** The request as a shell command. */
export function toCurl({ endpoint, bodies }, origin) {
  if (isGet(endpoint)) return `curl ${quoted(`${origin}${pathOf(endpoint)}?${queryOf(bodies)}`)}`;
  return `curl ${quoted(`${origin}${pathOf(endpoint)}`)} -H 'Content-Type: application/json' -d ${quoted(bodies.request)}`;
}

/** Whether the request can be sent again: it is known, and was not truncated. */
export function isRepeatable({ endpoint, bodies }) {
  if (bodies === undefined || isGet(endpoint)) return bodies !== undefined;
  try {
    JSON.parse(bodies.request);
    return true;
  } catch {
    return false;
  }
}

/** Buttons and the choice of another auction. */
export function actionsOf({ key, data }, { origin, others, edit, replay }) {
  const hasRequest = isRepeatable(data);
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
  const result = h('div', { 'aria-live': 'polite' });
  const replayButton = h(
    'button',
    {
      type: 'button',
      disabled: data.recording === undefined,
      title:
        data.recording === undefined
          ? 'Only of auctions that ended while “Record” was on'
          : 'Runs it offline: same responses, time and randomness',
    },
    'Replay',
  );
  replayButton.addEventListener('click', async () => {
    replayButton.disabled = true;
    show(result, await replayResult(data.recording, replay));
    replayButton.disabled = false;
  });
  const buttons = h(
    'div',
    { class: 'row actions' },
    copyButton('Copy as curl', () => toCurl(data, origin), !hasRequest),
    replayButton,
    h('button', { type: 'button', disabled: !hasRequest, onclick: again }, 'Run again'),
    h('label', {}, 'Compare with ', choice),
  );
  return h('div', {}, buttons, result);
}
