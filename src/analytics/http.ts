/** `http`: batches of events POSTed to a collector, in our own format. */
import { httpOptions } from '#src/config/sections/analytics.ts';
import { Undeliverable } from '#src/net/post.ts';
import { defineAnalytics, type Parcel } from './module.ts';
import { plainModule } from './plain-module.ts';

const TYPES = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

/** Statuses by which a collector requests a later retry; the others from 400 to 499 are final. */
const NOT_NOW = new Set([408, 425, 429]);

/** Statuses that concern the content, perhaps only a part of it. */
const CONTENT = new Set([400, 413, 422]);

function bodyOf({ items }: Parcel, format: keyof typeof TYPES): string {
  const messages = items.map(({ text }) => text);
  return format === 'json' ? `[${messages.join(',')}]` : `${messages.join('\n')}\n`;
}

export default defineAnalytics({
  key: 'http',
  name: 'http',
  options: httpOptions,
  create(options, { post }) {
    const { url, format, gzip } = options;
    if (url === '') return undefined;
    if (!URL.canParse(url)) throw new Error(`url: is not a URL: ${url}`);
    const headers = { 'content-type': TYPES[format], ...options.headers };
    return {
      ...plainModule(options, options.parallel),
      async send(parcel, signal) {
        const status = await post(url, bodyOf(parcel, format), { headers, gzip, signal });
        if (status < 300) return;
        const message = `the collector responded with status ${status}`;
        if (status < 400 || status >= 500 || NOT_NOW.has(status)) throw new Error(message);
        throw new Undeliverable(message, { isDivisible: CONTENT.has(status) });
      },
    };
  },
});
