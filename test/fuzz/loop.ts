/** Coverage-guided fuzzing of one decoder: inputs that reach new blocks are mutated further. */
import type { Covered, Executed } from './coverage.ts';
import { type Decoder, type Failure, failureOf } from './decoder.ts';
import { type Material, mutateString, pick } from './mutate.ts';
import { mutateBase64, mutateJson } from './mutate-json.ts';

/** Source of coverage. */
export interface Counters {
  take(): Executed;
}

export interface Fuzzing {
  readonly decoder: Decoder;
  /** Of earlier runs. */
  readonly corpus: readonly string[];
  readonly tokens: readonly string[];
  readonly counters: Counters;
  /** What the seeds execute. */
  readonly base: Covered;
  readonly random: () => number;
  /** Asked before every batch. */
  readonly isOver: (executions: number) => boolean;
  /** Receives each batch before it runs: if it hangs, one of these inputs is the reason. */
  readonly onBatch?: (inputs: readonly string[]) => void;
  /** Inputs that reach new blocks are not mutated further: a baseline to compare with. */
  readonly unguided?: boolean;
}

export interface Fuzzed {
  readonly executions: number;
  readonly covered: Covered;
  /** The seeds, and inputs that reached new blocks. */
  readonly inputs: readonly string[];
  /** One for each message. */
  readonly failures: readonly Failure[];
}

/** Max inputs per look at the counters, which costs several ms. Batches are smaller while they reach new blocks. */
const MAX_BATCH = 128;
/** Max characters of an input. */
export const MAX_LENGTH = 20_000;

export const MUTATORS = { text: mutateString, json: mutateJson, base64: mutateBase64 };
/** Max failures of a run: later ones repeat the first. */
const MAX_FAILURES = 20;

export async function fuzz(fuzzing: Fuzzing): Promise<Fuzzed> {
  const run = new Run(fuzzing);
  for (const input of fuzzing.corpus) await run.tryOne(input);
  while (!fuzzing.isOver(run.executions) && run.failures.size < MAX_FAILURES) await run.tryBatch();
  return { executions: run.executions, covered: run.covered, inputs: run.inputs, failures: [...run.failures.values()] };
}

class Run {
  readonly covered: Covered;
  readonly inputs: string[];
  readonly failures = new Map<string, Failure>();
  executions = 0;
  #batch = 1;
  readonly #fuzzing: Fuzzing;
  readonly #material: Material;

  constructor(fuzzing: Fuzzing) {
    const { decoder, random, tokens, base } = fuzzing;
    this.#fuzzing = fuzzing;
    this.covered = base.copy();
    this.inputs = [...decoder.seeds];
    this.#material = { random, tokens, others: this.inputs, maxLength: decoder.maxLength ?? MAX_LENGTH };
    fuzzing.counters.take();
  }

  async tryOne(input: string): Promise<void> {
    this.#retain([input], await this.#execute([input]));
  }

  #retain(inputs: readonly string[], executed: Executed): void {
    if (this.covered.add(executed)) this.inputs.push(...inputs);
  }

  async tryBatch(): Promise<void> {
    const batch = Array.from({ length: this.#batch }, () => this.#next());
    this.#fuzzing.onBatch?.(batch);
    const executed = await this.#execute(batch);
    const hasNew = this.covered.lacks(executed);
    this.#batch = hasNew ? Math.max(1, this.#batch >> 2) : Math.min(MAX_BATCH, this.#batch * 2);
    if (this.#fuzzing.unguided) this.covered.add(executed);
    else if (hasNew && batch.length === 1) this.#retain(batch, executed);
    else if (hasNew) await this.#search(batch);
  }

  /** Finds the inputs of a batch that reach new blocks, by halves. */
  async #search(inputs: readonly string[]): Promise<void> {
    if (inputs.length <= 2) {
      for (const input of inputs) await this.tryOne(input);
      return;
    }
    const middle = inputs.length >> 1;
    for (const half of [inputs.slice(0, middle), inputs.slice(middle)]) {
      if (this.covered.lacks(await this.#execute(half))) await this.#search(half);
    }
  }

  #next(): string {
    const { decoder, random } = this.#fuzzing;
    // Every second input is one of the latest.
    const recent = random() < 0.5 ? this.inputs.slice(-16) : this.inputs;
    return MUTATORS[decoder.format](pick(this.#material, recent) ?? '', this.#material);
  }

  async #execute(inputs: readonly string[]): Promise<Executed> {
    for (const input of inputs) {
      this.executions++;
      const failure = await failureOf(this.#fuzzing.decoder, input);
      if (failure && !this.failures.has(failure.message)) this.failures.set(failure.message, failure);
    }
    return this.#fuzzing.counters.take();
  }
}
