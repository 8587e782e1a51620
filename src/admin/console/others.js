/** The latest events that belong to no auction of the list: wins, syncs, changes by administrators, rejected requests. */
import { byId, clock, grouped, h, show } from './dom.js';

const MAX_SHOWN = 40;

/** Reasons of admission control. */
const REASONS = { live: 'because too many were in flight', wait: 'that would have waited too long', age: 'that waited too long' };

const rejectedIn = (data) =>
  Object.entries(REASONS)
    .filter(([reason]) => data[reason] > 0)
    .map(([reason, text]) => `${grouped(data[reason])} ${text}`)
    .join(', ');

function lineOf({ at, kind, bidder = '', account = '', data }) {
  const parts = [data.action ?? data.type, rejectedIn(data), bidder, account, data.status ?? ''];
  return h('li', {}, h('time', {}, clock(at)), h('strong', {}, kind), h('span', {}, parts.filter((part) => part !== '').join(' · ')));
}

export function paintOthers(events) {
  const lines = events.slice(0, MAX_SHOWN).map(lineOf);
  show(byId('others'), lines.length > 0 ? lines : h('li', { class: 'hint' }, 'Wins, syncs and admin requests appear here.'));
}
