/** Keyboard shortcuts of the console; inactive while a field has the focus or a dialog is open. */
import { byId } from './dom.js';

const isWriting = ({ target }) => target.closest?.('input, textarea, select, dialog[open]') !== null;

/** Switches to the live view, then calls `then`. */
function live(then) {
  if (!byId('view-live').hidden) {
    then();
    return;
  }
  addEventListener('hashchange', then, { once: true });
  location.hash = '#live';
}

export function listenToKeys(list, togglePause) {
  // A plain link would only switch to the live view.
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('main').focus();
  });
  // A hidden list ignores the arrow keys.
  const walk = (step) => byId('view-live').hidden || list.move(step);
  const actions = {
    '/': () => live(() => byId('filter-text').focus()),
    j: () => walk(1),
    k: () => walk(-1),
    l: () => {
      location.hash = '#live';
    },
    t: () => {
      location.hash = '#try';
    },
    p: togglePause,
    '?': () => byId('keys-dialog').showModal(),
    Escape: () => {
      location.hash = '#live';
    },
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && event.target.matches?.('input, textarea, select')) event.target.blur();
    if (isWriting(event)) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
