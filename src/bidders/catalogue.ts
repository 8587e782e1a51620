/**
 * The catalogue: info, aliases and params schemas of all bidders as data, so that a host starts without loading an adapter. An
 * adapter's module is loaded when it is built: at the start if the host configures the bidder, else by its first request.
 * `npm run catalogue` writes `catalogue.json` from the modules; `npm run check` fails if it is not current.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BUNDLED } from '#src/lang/bundled.ts';
import type { BidderDefinition } from './bidder.ts';
import { ADAPTERS, definitionIn, EXTENSION, isAdapterFile } from './definitions.ts';
import { type Schema, toDraft4 } from './params/schema.ts';

export const CATALOGUE = join(import.meta.dirname, 'catalogue.json');

/** One bidder of the catalogue. */
type Entry = Pick<BidderDefinition, 'info' | 'aliases' | 'java' | 'javaCode'> & { readonly schema: Schema };

/** The catalogue as text: one line per bidder, so that changes of different bidders merge. */
export function catalogueSource(definitions: readonly BidderDefinition[]): string {
  const lines = definitions.map(({ code, info, aliases, java, javaCode, params }) => {
    const entry: Entry = { info, aliases, java: java && javaEntry(java), javaCode, schema: toDraft4(params) };
    return `${JSON.stringify(code)}:${JSON.stringify(entry)}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

const javaEntry = ({ params, ...own }: NonNullable<BidderDefinition['java']>): Entry['java'] =>
  params ? { ...own, schema: toDraft4(params) } : own;

/**
 * The catalogue's bidders whose files exist. A new file missing from the catalogue is loaded immediately.
 * @param folder folder of the modules
 */
export function readCatalogue(folder: string = ADAPTERS, file: string = CATALOGUE): BidderDefinition[] {
  const entries = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as { readonly [code: string]: Entry }));
  const codes = readdirSync(folder).filter(isAdapterFile).sort();
  const load = loader(folder);
  return codes.flatMap((name) => {
    const code = name.slice(0, -EXTENSION.length);
    const entry = entries.get(code);
    return entry ? lazyDefinition(code, entry, load) : (load(code) ?? []);
  });
}

type Load = (code: string) => BidderDefinition | undefined;

/** Loads modules synchronously, so that an adapter can be built without waiting. */
function loader(folder: string): Load {
  const require = createRequire(import.meta.url);
  return (code) => {
    const path = join(folder, `${code}${EXTENSION}`);
    return definitionIn((BUNDLED.get(path)?.() ?? require(path)) as { readonly default?: unknown });
  };
}

function lazyDefinition(code: string, entry: Entry, load: Load): BidderDefinition {
  const loaded = (): BidderDefinition => {
    const definition = load(code);
    if (!definition) throw new Error(`${code}${EXTENSION} has no bidder as its default export`);
    return definition;
  };
  return {
    code,
    ...entry,
    get params() {
      return loaded().params;
    },
    build: (input) => loaded().build(input),
  };
}
