/** Tables whose columns sort and whose rows open as a whole. */
import { h, show } from './dom.js';

const compare = (a, b) => {
  if (a === b) return 0;
  if (a === undefined || a === '') return 1;
  if (b === undefined || b === '') return -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
};

/**
 * A head of sortable columns. A click sorts by its column, a second one reverses the order.
 * @param columns `name`, `kind` (class) and `by`: the sort value of an item; without `by` a column is not sortable
 */
export class SortableHead {
  #columns;
  #cells;
  #onSort;
  #by;
  #isDescending = false;

  constructor(columns, onSort, initial) {
    this.#columns = columns;
    this.#onSort = onSort;
    this.#by = initial?.name;
    this.#isDescending = initial?.isDescending ?? false;
    this.#cells = columns.map((column) => h('th', { scope: 'col', class: column.kind || undefined }, this.#titleOf(column)));
    this.element = h('thead', {}, h('tr', {}, this.#cells));
    this.#mark();
  }

  /** The items in the chosen order; equal ones in their given order. */
  sorted(items) {
    const column = this.#columns.find(({ name }) => name === this.#by);
    if (!column) return items;
    const direction = this.#isDescending ? -1 : 1;
    const value = column.by;
    return items.toSorted((a, b) => {
      const order = compare(value(a), value(b));
      // Missing values are last in both directions.
      return value(a) === undefined || value(b) === undefined ? order : order * direction;
    });
  }

  #titleOf({ name, by }) {
    return by ? h('button', { type: 'button', class: 'sort', onclick: () => this.#choose(name) }, name) : name;
  }

  #choose(name) {
    this.#isDescending = this.#by === name && !this.#isDescending;
    this.#by = name;
    this.#mark();
    this.#onSort();
  }

  #mark() {
    for (const [index, { name, by }] of this.#columns.entries()) {
      if (!by) continue;
      const order = name !== this.#by ? 'none' : this.#isDescending ? 'descending' : 'ascending';
      this.#cells[index].setAttribute('aria-sort', order);
    }
  }
}

const isControl = (target) => target.closest('a, button, input, select, summary') !== null;

/** Makes a click anywhere in a row follow its link; text can still be selected. */
export function openable(row, address) {
  row.classList.add('opens');
  row.addEventListener('click', (event) => {
    if (!isControl(event.target) && getSelection().isCollapsed) location.hash = address;
  });
  return row;
}

const sortValue = (cell) => (cell === undefined ? undefined : (cell.by ?? (cell.textContent !== undefined ? cell.textContent : cell)));
const shown = (cell) => cell?.shown ?? cell ?? '';

/**
 * A table of given rows.
 * @param heads names of the columns; a leading `#` marks a column of numbers
 * @param rows cells: a string, a number, an element, or `{by, shown}` with another sort value; `row.address` opens the row
 */
export function table(heads, rows, { caption, kind = 'stacked' } = {}) {
  const names = heads.map((head) => head.replace(/^#/, ''));
  const kinds = heads.map((head) => (head.startsWith('#') ? 'number' : undefined));
  const body = h('tbody', {});
  const columns = names.map((name, index) => ({ name, kind: kinds[index], by: rows.length > 1 && ((row) => sortValue(row[index])) }));
  const made = new Map(rows.map((row) => [row, rowOf(row, names, kinds)]));
  const head = new SortableHead(columns, () => fill());
  const fill = () =>
    show(
      body,
      head.sorted(rows).map((row) => made.get(row)),
    );
  fill();
  return h(
    'div',
    { class: 'scroll' },
    h('table', { class: kind }, caption && h('caption', { class: 'hint' }, caption), head.element, body),
  );
}

function rowOf(row, names, kinds) {
  const cells = row.map((cell, index) => h('td', { 'data-head': names[index], class: kinds[index] }, shown(cell)));
  const made = h('tr', {}, cells);
  return row.address === undefined ? made : openable(made, row.address);
}

export const hasFocus = (row) => row.contains(document.activeElement);

/** Moves rows only if their place changed, and never the one with the focus, which would lose it: the others move around it. */
export function placeRows(body, rows) {
  const wanted = new Set(rows);
  for (const row of [...body.children]) if (!wanted.has(row)) row.remove();
  if (rows.length === 0) return;
  const fixed = Math.max(0, rows.findIndex(hasFocus));
  if (rows[fixed].parentNode !== body) body.prepend(rows[fixed]);
  for (let i = fixed - 1; i >= 0; i--) if (rows[i].nextElementSibling !== rows[i + 1]) rows[i + 1].before(rows[i]);
  for (let i = fixed + 1; i < rows.length; i++) if (rows[i].previousElementSibling !== rows[i - 1]) rows[i - 1].after(rows[i]);
}
