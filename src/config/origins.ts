/** Where each option's value came from. */
import { setBy } from './input/assemble.ts';
import { joinKeys, type Key, type Origin, type Property, placed } from './input/property.ts';

export class Origins {
  readonly #properties: readonly Property[];

  constructor(properties: readonly Property[]) {
    this.#properties = properties;
  }

  /** Where an option was set; undefined: nowhere, its default holds. */
  of(option: readonly PropertyKey[]): Origin | undefined {
    return setBy(this.#properties, option)?.origin;
  }

  /** Where the value of an option came from: `file:line key`, a variable, an argument, a variant's defaults; undefined: its own default. */
  place(option: readonly PropertyKey[]): string | undefined {
    const property = setBy(this.#properties, option);
    if (!property || property.keys.length < option.length - 1) return undefined;
    const { source, line, written, rank } = property.origin;
    if (rank === 0) return source;
    return line === undefined ? `${source} ${written}` : `${source}:${line} ${written}`;
  }

  /** The option as it was written, with its place: `server.http.port (application.yaml:3)`; else its own name. */
  name(option: readonly PropertyKey[]): string {
    const property = setBy(this.#properties, option);
    const own = joinKeys(option.map((key) => (typeof key === 'symbol' ? String(key) : key)) as Key[]);
    if (!property || property.origin.written === '') return own;
    const { keys, origin } = property;
    // A value that holds more than the option's key says: a text of JSON, a list in one text.
    if (keys.length < option.length && origin.line !== undefined) {
      const inside = option.slice(keys.length).join('.');
      return origin.written.endsWith(inside) ? placed(origin) : `${placed(origin)}, ${inside}`;
    }
    return placed(keys.length > option.length ? { ...origin, written: above(origin.written, keys.length - option.length, own) } : origin);
  }
}

/** The written key of the group `levels` above; what cannot be told from it is called by its own name. */
function above(written: string, levels: number, own: string): string {
  const steps = written.split(/\.|(?=\[)/);
  return steps.length > levels ? joinWritten(steps.slice(0, -levels)) : own;
}

const joinWritten = (steps: readonly string[]): string =>
  steps.reduce((path, step) => (step.startsWith('[') || path === '' ? `${path}${step}` : `${path}.${step}`), '');
