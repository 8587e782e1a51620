/** Origin of each option's value. */
import { setBy } from './input/assemble.ts';
import { joinKeys, type Key, type Origin, type Property, placed } from './input/property.ts';

export class Origins {
  readonly #properties: readonly Property[];
  readonly #theirs: (option: string) => string | undefined;

  /** @param theirs the host's variant's key for an option, if it differs */
  constructor(properties: readonly Property[], theirs: (option: string) => string | undefined = () => undefined) {
    this.#properties = properties;
    this.#theirs = theirs;
  }

  /** Every value that was set, under our names, lower layers first. */
  get properties(): readonly Property[] {
    return this.#properties;
  }

  /** Where an option was set; undefined: not set, its default applies. */
  of(option: readonly PropertyKey[]): Origin | undefined {
    return setBy(this.#properties, option)?.origin;
  }

  /** The origin of an option's value: `file:line key`, a variable, an argument, a variant's defaults; undefined: its own default. */
  place(option: readonly PropertyKey[]): string | undefined {
    const property = setBy(this.#properties, option);
    if (!property || property.keys.length < option.length - 1) return undefined;
    const { source, line, written, rank } = property.origin;
    if (rank === 0) return source;
    return line === undefined ? `${source} ${written}` : `${source}:${line} ${written}`;
  }

  /** The option as written, with its place: `server.http.port (application.yaml:3)`; if it is not set, as its variant has it. */
  name(option: readonly PropertyKey[]): string {
    const property = setBy(this.#properties, option);
    const own = joinKeys(option.map((key) => (typeof key === 'symbol' ? String(key) : key)) as Key[]);
    if (!property || property.origin.written === '') return this.#missing(option) ?? this.#theirs(own) ?? own;
    const { keys, origin } = property;
    // A value that contains more than its key: a JSON string, a list in one string.
    if (keys.length < option.length && origin.line !== undefined) {
      const inside = option.slice(keys.length).join('.');
      return origin.written.endsWith(inside) ? placed(origin) : `${placed(origin)}, ${inside}`;
    }
    const levels = keys.length - option.length;
    if (levels <= 0) return placed(origin);
    // The name of a variable has no levels.
    if (origin.source === 'environment') return `${own} (${origin.written})`;
    return placed(
      origin.inside === undefined ? { ...origin, written: above(origin.written, levels, own) } : outOf(origin, origin.inside, levels),
    );
  }

  /** The name of a field that a JSON string lacks; undefined: its group is in none. */
  #missing(option: readonly PropertyKey[]): string | undefined {
    const beside = setBy(this.#properties, option.slice(0, -1));
    if (beside?.origin.inside === undefined) return undefined;
    const group = outOf(beside.origin, beside.origin.inside, beside.keys.length - option.length + 1);
    return placed({ ...group, inside: joinWritten([group.inside ?? '', String(option.at(-1))]) });
  }
}

/** The group `levels` above a key within a JSON string. */
function outOf(origin: Origin, inside: string, levels: number): Origin {
  const group = above(inside, levels, '');
  return { ...origin, inside: group === '' ? undefined : group };
}

/** The written key of the group `levels` above; otherwise the group's own name. */
function above(written: string, levels: number, own: string): string {
  const steps = written.split(/\.|(?=\[)/);
  return steps.length > levels ? joinWritten(steps.slice(0, -levels)) : own;
}

const joinWritten = (steps: readonly string[]): string =>
  steps.reduce((path, step) => (step.startsWith('[') || path === '' ? `${path}${step}` : `${path}.${step}`), '');
