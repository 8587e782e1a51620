/** What is fuzzed: a function that reads text from outside, and the laws that hold for whatever it reads. */
import { isDeepStrictEqual } from 'node:util';
import { malformedJson } from '#src/json/malformed.ts';

/** How inputs are mutated: as any text, as JSON values, or as JSON in base64. */
export type Format = 'text' | 'json' | 'base64';

export interface Decoder<T = unknown> {
  readonly name: string;
  readonly format: Format;
  /** Returns a value or an error; it throws only for a bug. */
  readonly decode: (input: string) => T | Promise<T>;
  /** Laws of a result, by their sentences. */
  readonly laws?: { readonly [sentence: string]: (result: Awaited<T>, input: string) => boolean };
  /** Valid inputs, and some that are nearly valid. */
  readonly seeds: readonly string[];
  /** Parts of inputs that chance would not write. String literals of the executed sources are added. */
  readonly tokens?: readonly string[];
  /** Max characters of an input; decoders that cost ms get shorter ones. */
  readonly maxLength?: number;
}

/** A row of the table, with the type of its results checked against its laws. */
export const decoder = <T>(row: Decoder<T>): Decoder => row as unknown as Decoder;

/** An input for which a decoder fails. */
export interface Failure {
  readonly input: string;
  /** The exception, or the law that does not hold. */
  readonly message: string;
}

/** The failure of one input; undefined: the decoder returns a result and all laws hold. */
export async function failureOf({ decode, laws = {} }: Decoder, input: string): Promise<Failure | undefined> {
  try {
    const result = await decode(input);
    const broken = Object.keys(laws).find((sentence) => laws[sentence]?.(result, input) !== true);
    if (broken !== undefined) return { input, message: `law: ${broken}` };
  } catch (cause) {
    return { input, message: messageOf(cause) };
  }
  const polluted = pollution();
  return polluted === undefined ? undefined : { input, message: `the prototype has the field ${polluted}` };
}

/** Message and place of an exception; failures with the same one count once. */
function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return `thrown: ${String(cause)}`;
  const place = /\((?:file:\/\/)?[^)]*?((?:src|streams|machines)\/[^)]+)\)/.exec(cause.stack ?? '')?.[1];
  return `${cause.name}: ${cause.message.slice(0, 200)}${place === undefined ? '' : ` (${place})`}`;
}

/** A field that an input added to the prototype of all objects or lists; it is removed, so that the next input starts clean. */
function pollution(): string | undefined {
  for (const prototype of [Object.prototype, Array.prototype] as object[]) {
    const [added] = Object.keys(prototype);
    if (added !== undefined) Reflect.deleteProperty(prototype, added);
    if (added !== undefined) return added;
  }
  return undefined;
}

export const isJson = (text: string): boolean => malformedJson(text) === undefined;

/** A decoder without hidden state returns the same result again. */
export const isRepeatable =
  (decode: (input: string) => unknown) =>
  (result: unknown, input: string): boolean =>
    isDeepStrictEqual(decode(input), result);

/** About as long as its JSON; `JSON.stringify` itself throws for values that are nested too deeply. */
function lengthOf(value: unknown): number {
  const left = [value];
  let length = 0;
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) {
      length += (JSON.stringify(next) ?? '').length;
      continue;
    }
    const parts = Object.values(next);
    if (!Array.isArray(next)) for (const name of Object.keys(next)) length += JSON.stringify(name).length + 1;
    length += parts.length + 1;
    for (const part of parts) left.push(part);
  }
  return length;
}

/** Whether the JSON of a result is at most `factor` times as long as the input, and `more` characters. */
export const isBounded =
  (factor: number, more: number) =>
  (result: unknown, input: string): boolean =>
    lengthOf(result) <= factor * (JSON.stringify(input).length + 1) + more;
