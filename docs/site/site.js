/** The search of the site: an index made with it, loaded on first use. */
import MiniSearch from './minisearch.js';

const root = new URL(`${document.querySelector('script[data-root]').dataset.root}/`, location.href);
const input = document.getElementById('search');
const found = document.getElementById('found');
const MAX_SHOWN = 12;
let loading;

const load = async () => {
  const text = await (await fetch(new URL('search.json', root))).text();
  return MiniSearch.loadJSON(text, { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'address'] });
};

function itemOf({ title, heading, address }) {
  const link = document.createElement('a');
  link.href = new URL(address, root).href;
  const page = document.createElement('span');
  page.textContent = heading === title ? '' : title;
  link.append(heading, ' ', page);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function search() {
  loading ??= load();
  const index = await loading;
  const results =
    input.value.trim() === '' ? [] : index.search(input.value, { prefix: true, fuzzy: 0.15, boost: { title: 4, heading: 3 } });
  found.replaceChildren(...results.slice(0, MAX_SHOWN).map(itemOf));
  if (results.length === 0 && input.value.trim() !== '') {
    const item = document.createElement('li');
    item.textContent = 'No page contains this.';
    found.append(item);
  }
  found.hidden = found.children.length === 0;
}

input.addEventListener('input', () => void search());
input.form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape') found.hidden = true;
});
