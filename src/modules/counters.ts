/** Metrics of one module at one stage. */

import type { HookStage } from '#src/config/hook-stages.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import type { HookOutcome } from './outcome.ts';

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3];

export class HookCounters {
  readonly #duration: Histogram;
  readonly #called: Counter;
  readonly #failed: Counter;
  readonly #noops: Counter;
  readonly #updates: Counter;
  readonly #rejects: Counter;
  readonly #errors: Counter;
  readonly #timeouts: Counter;

  constructor(module: string, stage: HookStage, metrics: Metrics) {
    const name = `modules_${module.replace(/\W/g, '_')}`;
    const counter = (what: string, help: string): Counter => metrics.counter(`${name}_${what}`, help, { stage });
    this.#duration = metrics.histogram(`${name}_duration`, "Duration of the module's hooks, seconds", SECONDS, { stage });
    this.#called = counter('called', 'Hook calls of the module');
    this.#failed = counter('failed', 'Hooks that reported a failure');
    this.#noops = counter('success_noops', 'Hooks without changes');
    this.#updates = counter('success_updates', 'Hooks with changes');
    this.#rejects = counter('success_rejects', 'Hooks that rejected');
    this.#errors = counter('execution_errors', 'Hooks that threw');
    this.#timeouts = counter('timeouts', 'Hooks that timed out');
  }

  count({ status, action, ms }: HookOutcome): void {
    if (action === 'no_invocation') return;
    this.#called.add();
    this.#duration.observe(ms / 1000);
    if (status === 'timeout') this.#timeouts.add();
    else if (status === 'failure') this.#failed.add();
    else if (status !== 'success') this.#errors.add();
    else if (action === 'update') this.#updates.add();
    else if (action === 'reject') this.#rejects.add();
    else this.#noops.add();
  }
}
