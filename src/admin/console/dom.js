/** Small element builders. Text is always set as text content: nothing from a request can become markup. */

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** An HTML element. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A titled part of a view. */
export const panel = (title, ...children) =>
  h('section', { class: 'panel', 'aria-label': title }, h('div', { class: 'panel-head' }, h('h2', {}, title)), children);

/** An address of this listener, whose paths a proxy may serve below another one. */
export const here = (path) => new URL(path.slice(1), location.href);

export const byId = (id) => document.getElementById(id);

/** Formats milliseconds for display; differences may be negative. */
export function millis(ms) {
  if (ms === undefined || Number.isNaN(ms)) return '–';
  const size = Math.abs(ms);
  if (size < 1) return `${Math.round(ms * 1000)} µs`;
  return size < 100 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

export const bytes = (count) => (count < 1024 ? `${count} B` : `${(count / 1024).toFixed(1)} KB`);

export const clock = (at) => new Date(at).toLocaleTimeString([], { hour12: false });

/** A time of day that does not wrap. */
export const timeOfDay = (at) => h('time', { datetime: new Date(at).toISOString() }, clock(at));

/** Large numbers in groups of three. */
export const grouped = (count) => Math.round(count).toLocaleString('en-US').replaceAll(',', '\u202f');

export const percent = (share) => (Number.isFinite(share) ? `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %` : '–');

/** A chip. Its kind sets the colour, which is never the only information. */
export const chip = (text, kind = '') => h('span', { class: `chip ${kind}` }, text);

/** Indented JSON; other text unchanged. */
export function pretty(json) {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** Replaces the children of an element. */
export function show(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
}
