/** Shorter inputs that do the same. */
import { MAX_CORPUS } from './corpus.ts';
import { Covered } from './coverage.ts';
import { type Decoder, type Failure, failureOf } from './decoder.ts';
import type { Counters } from './loop.ts';

type Holds = (input: string) => Promise<boolean>;

/** Removes parts, large ones first, as long as the condition holds. @param tries max calls of the condition */
export async function shorten(input: string, holds: Holds, tries: number): Promise<string> {
  let [made, left] = [input, tries];
  for (let width = made.length >> 1; width >= 1 && left > 0; width >>= 1) {
    for (let at = 0; at < made.length && left > 0; left--) {
      const shorter = made.slice(0, at) + made.slice(at + width);
      if (await holds(shorter)) made = shorter;
      else at += width;
    }
  }
  return made;
}

/** The failure with a shorter input. */
export async function shortened(decoder: Decoder, failure: Failure): Promise<Failure> {
  const fails: Holds = async (input) => (await failureOf(decoder, input))?.message === failure.message;
  return { ...failure, input: await shorten(failure.input, fails, 1000) };
}

/** Tries per input of a corpus. */
const TRIES = 40;

/** The least inputs, shortened, that reach what `inputs` reach beyond the seeds; the corpus has a max size, so that long ones may be missing. */
export async function distil(
  decoder: Decoder,
  inputs: readonly string[],
  counters: Counters,
  base: Covered,
  isOver: () => boolean,
): Promise<readonly string[]> {
  const covered = base.copy();
  const execute = async (input: string) => {
    counters.take();
    await failureOf(decoder, input);
    return counters.take();
  };
  const distilled: string[] = [];
  let size = 0;
  for (const input of inputs.toSorted((a, b) => a.length - b.length)) {
    const wanted = covered.missing(await execute(input));
    if (wanted.ranges.size === 0) continue;
    const reaches: Holds = async (shorter) => {
      const reached = new Covered();
      reached.add(await execute(shorter));
      return !reached.lacks(wanted);
    };
    const short = isOver() ? input : await shorten(input, reaches, TRIES);
    size += short.length;
    if (size > MAX_CORPUS) break;
    covered.add(await execute(short));
    distilled.push(short);
  }
  return distilled;
}
