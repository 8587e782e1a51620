/** Settings files in YAML or JSON: the leaves of every document with their lines. */
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseAllDocuments } from 'yaml';
import { joinKeys, type Key, type Property } from './property.ts';

export interface ReadFile {
  /** Documents of the file, in order. */
  readonly documents: readonly (readonly Property[])[];
  /** One line per error: file, line and message. */
  readonly errors: readonly string[];
}

/**
 * @param source the file's path, for messages
 * @param rank layer of its settings
 */
export function readYaml(text: string, source: string, rank: number): ReadFile {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines });
  if (!Array.isArray(documents)) return { documents: [], errors: [] };
  const errors = documents.flatMap((document) =>
    document.errors.map(({ pos, message }) => `${source}:${lines.linePos(pos[0]).line}: not YAML: ${message.split(' at line ', 1)[0]}`),
  );
  if (errors.length > 0) return { documents: [], errors };
  const walks = documents.map((document) => new Walk(document, { source, rank, lines }));
  const rejected = walks.flatMap((walk) => walk.errors);
  return { documents: rejected.length > 0 ? [] : walks.map(({ properties }) => properties), errors: rejected };
}

/** Limits of a document: aliases can nest without end, or grow exponentially. */
const MAX_DEPTH = 100;
const MAX_NODES = 100_000;

interface Place {
  readonly source: string;
  readonly rank: number;
  readonly lines: LineCounter;
}

class Walk {
  readonly properties: Property[] = [];
  readonly errors: string[] = [];
  readonly #document: Document.Parsed;
  readonly #place: Place;
  #depth = 0;
  /** Options and groups so far: groups without options can grow exponentially too. */
  #nodes = 0;
  readonly #targets = new Map<Alias.Parsed, ParsedNode | undefined>();
  #isTooLarge = false;

  constructor(document: Document.Parsed, place: Place) {
    this.#document = document;
    this.#place = place;
    const { contents } = document;
    if (isMap(contents)) this.#node(contents, [], 1);
    else if (contents !== null && !(isScalar(contents) && contents.value === null))
      this.errors.push(`${place.source}:1: the top level must be a mapping of options`);
  }

  #node(node: ParsedNode | null | undefined, keys: readonly Key[], above: number): void {
    if (this.#isTooLarge) return;
    if (++this.#depth > MAX_DEPTH || ++this.#nodes > MAX_NODES) {
      this.#isTooLarge = true;
      this.errors.push(`${this.#place.source}:${above}: deeper than ${MAX_DEPTH} levels, or more than ${MAX_NODES} options and groups`);
      return;
    }
    this.#expand(node, keys, above);
    this.#depth--;
  }

  #expand(node: ParsedNode | null | undefined, keys: readonly Key[], above: number): void {
    const line = node?.range ? this.#place.lines.linePos(node.range[0]).line : above;
    if (isAlias(node)) this.#alias(node, keys, line);
    else if (isMap(node)) this.#map(node.items, keys, line);
    else if (isSeq(node) && node.items.length > 0)
      for (const [i, item] of node.items.entries()) this.#node(item as ParsedNode, [...keys, i], line);
    else this.#leaf(isSeq(node) ? [] : isScalar(node) ? node.value : null, keys, isScalar(node) && node.value === null ? above : line);
  }

  #alias(alias: Alias.Parsed, keys: readonly Key[], line: number): void {
    const target = this.#target(alias);
    if (target === undefined) this.errors.push(`${this.#place.source}:${line}: not YAML: there is no anchor &${alias.source}`);
    else this.#node(target, keys, line);
  }

  /** The node an alias stands for. The library searches the document for it every time. */
  #target(alias: Alias.Parsed): ParsedNode | undefined {
    if (!this.#targets.has(alias)) this.#targets.set(alias, alias.resolve(this.#document) as ParsedNode | undefined);
    return this.#targets.get(alias);
  }

  #map(items: readonly { key: unknown; value: unknown }[], keys: readonly Key[], above: number): void {
    // Merged content comes below the group's own keys.
    for (const isMerge of [true, false]) {
      for (const { key, value } of items) {
        const name = isScalar(key) ? String(key.value) : String(key);
        if ((name === '<<') !== isMerge) continue;
        const line = isScalar(key) && key.range ? this.#place.lines.linePos(key.range[0]).line : above;
        const node = value as ParsedNode | null;
        if (isMerge && isSeq(node)) for (const each of node.items) this.#node(each as ParsedNode, keys, line);
        else this.#node(node, isMerge ? keys : [...keys, name], line);
      }
    }
  }

  #leaf(value: unknown, keys: readonly Key[], line: number): void {
    const { source, rank } = this.#place;
    this.properties.push({ keys, value, origin: { source, rank, line, written: joinKeys(keys) } });
  }
}
