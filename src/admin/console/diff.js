/** Differences of JSON bodies: by path, with the value before and after. */
import { chip, h } from './dom.js';
import { table } from './table.js';

const MAX_ROWS = 400;

/** Path → value of every leaf; empty objects and lists count as values. */
function flatten(value, path = '', found = new Map()) {
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isEmpty) found.set(path, JSON.stringify(value));
  else
    for (const [name, part] of Object.entries(value))
      flatten(part, Array.isArray(value) ? `${path}[${name}]` : (path && `${path}.${name}`) || name, found);
  return found;
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The changes from one body to another; undefined if one of them is no JSON, for example because it is truncated. */
function diffOf(before, after) {
  const [a, b] = [parse(before), parse(after)];
  if (a === undefined || b === undefined) return undefined;
  const [old, made] = [flatten(a), flatten(b)];
  const paths = [...new Set([...old.keys(), ...made.keys()])];
  return paths.filter((path) => old.get(path) !== made.get(path)).map((path) => ({ path, before: old.get(path), after: made.get(path) }));
}

const kindOf = ({ before, after }) => (before === undefined ? 'added' : after === undefined ? 'removed' : 'changed');
const KINDS = { added: 'good', removed: 'bad', changed: 'warn' };

const mono = (value) => h('span', { class: 'mono' }, value);

function diffTable(before, after, names) {
  const changes = diffOf(before, after);
  if (!changes) return h('p', { class: 'empty' }, 'One of the bodies is not complete JSON, so they cannot be compared.');
  if (changes.length === 0) return h('p', { class: 'empty' }, 'No difference.');
  const rows = changes
    .slice(0, MAX_ROWS)
    .map((change) => [mono(change.path), chip(kindOf(change), KINDS[kindOf(change)]), mono(change.before ?? ''), mono(change.after ?? '')]);
  const caption =
    changes.length > MAX_ROWS
      ? `The first ${MAX_ROWS} of ${changes.length} changes`
      : `${changes.length} change${changes.length > 1 ? 's' : ''}`;
  return table(['Field', 'Change', ...names], rows, { caption });
}

/** A disclosure that compares two bodies when it is opened. @param names heads of their columns */
export function diffDetails(title, before, after, names = ['Before', 'After']) {
  const box = h('details', {}, h('summary', {}, title));
  box.addEventListener('toggle', () => box.open && !box.querySelector('.scroll, p') && box.append(diffTable(before, after, names)));
  return box;
}
