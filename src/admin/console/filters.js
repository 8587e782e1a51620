/** The filters of the list: read from the form, kept in the address bar, and translated into a subscription. */
import { byId } from './dom.js';

/** Form field → parameter of the address. */
const FIELDS = { 'filter-text': 'find', 'filter-show': 'show', 'filter-state': 'state', 'filter-ms': 'min_ms' };
const DEFAULTS = { show: 'all' };
const OUTCOMES = { bids: 'bids', problems: 'problem', rejected: 'rejected' };

export class Filters {
  #onChange;

  /** @param onChange called when a filter changes */
  constructor(onChange) {
    this.#onChange = onChange;
    const query = new URLSearchParams(location.search);
    for (const [id, name] of Object.entries(FIELDS)) if (query.has(name)) byId(id).value = query.get(name);
    byId('filters').addEventListener('submit', (event) => event.preventDefault());
    byId('filters').addEventListener('input', () => this.#changed());
  }

  /** The form's values. */
  get values() {
    return Object.fromEntries(Object.entries(FIELDS).map(([id, name]) => [name, byId(id).value.trim()]));
  }

  /** Searches for this text alone. */
  find(text) {
    byId('filters').reset();
    byId('filter-text').value = text;
    this.#changed();
  }

  /** The filters as fields of a subscription; undefined without any. */
  subscription() {
    const { find, show, state, min_ms: minMs } = this.values;
    const wanted = {
      ...(find === '' ? {} : { find }),
      ...(OUTCOMES[show] ? { outcome: OUTCOMES[show] } : {}),
      ...(state === '' ? {} : { state }),
      ...(Number(minMs) > 0 ? { min_ms: Number(minMs) } : {}),
    };
    return Object.keys(wanted).length > 0 ? wanted : undefined;
  }

  #changed() {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(this.values)) if (value !== (DEFAULTS[name] ?? '')) query.set(name, value);
    const text = query.size > 0 ? `?${query}` : '';
    history.replaceState(null, '', `${location.pathname}${text}${location.hash}`);
    this.#onChange();
  }
}

/** Whether an auction passes the filters on state and duration. */
export function passes({ data }, { state, min_ms: minMs }) {
  if (state === '' && !(Number(minMs) > 0)) return true;
  const stay = data?.timeline.find((entry) => entry.state === state);
  if (!data || (state !== '' && !stay)) return false;
  return (stay ? stay.tookUs / 1000 : data.tookMs) >= Number(minMs);
}
