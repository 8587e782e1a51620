/** Metrics of one module at one stage (info-admin-analytics.md 10). */
import type { Counter, Histogram, Metrics } from '#src/outside/metrics.ts';
import type { HookOutcome } from './outcome.ts';
import type { HookStage } from './stages.ts';

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
    this.#duration = metrics.histogram(`${name}_duration`, 'Seconds a hook of the module took', SECONDS, { stage });
    this.#called = counter('called', 'Hooks of the module called');
    this.#failed = counter('failed', 'Hooks that said they failed');
    this.#noops = counter('success_noops', 'Hooks that changed nothing');
    this.#updates = counter('success_updates', 'Hooks that changed something');
    this.#rejects = counter('success_rejects', 'Hooks that rejected');
    this.#errors = counter('execution_errors', 'Hooks that broke');
    this.#timeouts = counter('timeouts', 'Hooks that were late');
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
