/** One group of hooks: all start with the same payload, none is awaited longer than the group's timeout. */
import { isRejectable } from '#src/config/hook-stages.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import { isDrawn, testOf, withTestTag } from './ab-tests.ts';
import { type Applied, applyAlways, applyOne } from './apply.ts';
import { CallContext } from './call-context.ts';
import type { PlannedGroup, PlannedHook } from './hook-registry.ts';
import { Invocation } from './invocation.ts';
import { UNKNOWN_HOOK } from './messages.ts';
import type { HookOutcome } from './outcome.ts';
import { addSeatErrors, recordRejections, remember } from './record-result.ts';
import type { StageCall, StageEnd } from './stage-call.ts';
import { VendorFailure } from './vendor-response.ts';

export interface GroupEnd<P> extends StageEnd<P> {
  readonly ms: number;
  readonly results: readonly HookOutcome[];
}

/** Runs the group; synchronously if none of its hooks waits. */
export const runGroup = <P>(call: StageCall<P>, group: PlannedGroup, payload: P): MaybeLater<GroupEnd<P>> =>
  new GroupRun(call, group, payload).run();

class GroupRun<P> {
  readonly #call: StageCall<P>;
  readonly #group: PlannedGroup;
  readonly #payload: P;
  readonly #timeoutMs: number;
  /** In the order of the plan. */
  readonly #invocations: Invocation[] = [];
  /** In order of completion. */
  readonly #ended: Invocation[] = [];
  readonly #times = new Map<Invocation, number>();
  /** Hooks that an A/B test excludes. */
  readonly #skipped = new Set<Invocation>();
  #over = false;
  #finish: (() => void) | undefined;

  constructor(call: StageCall<P>, group: PlannedGroup, payload: P) {
    this.#call = call;
    this.#group = group;
    this.#payload = payload;
    const { deadlineAt, services } = call;
    const left = deadlineAt === undefined ? group.timeoutMs : Math.max(0, deadlineAt - services.clock.now());
    this.#timeoutMs = Math.min(group.timeoutMs, left);
  }

  run(): MaybeLater<GroupEnd<P>> {
    for (const hook of this.#group.hooks) {
      // Hooks of a group run concurrently: one that rejects synchronously prevents the start of the others (Go variant).
      if (this.#isDecided()) break;
      this.#start(hook);
    }
    if (this.#timeoutMs <= 0) this.#timeOut();
    if (this.#isComplete()) return this.#close();
    return new Promise((resolve, reject) => {
      const stopTimer = this.#call.services.clock.after(this.#timeoutMs, () => {
        this.#timeOut();
        this.#finish?.();
      });
      this.#finish = () => {
        if (this.#over || !this.#isComplete()) return;
        stopTimer();
        try {
          resolve(this.#close());
        } catch (cause) {
          // A bug in this program ends the stage, not the process.
          reject(cause);
        }
      };
    });
  }

  #start(hook: PlannedHook): void {
    const { services, auction, log, plan } = this.#call;
    const invocation = new Invocation(hook, services.clock.micros());
    this.#invocations.push(invocation);
    const test = testOf(hook.module, auction.accountId, plan.tests);
    if (test && !isDrawn(test, log, () => services.random.next())) {
      this.#skipped.add(invocation);
      this.#note(invocation);
    } else if (!hook.run) {
      invocation.end({ kind: 'call', message: UNKNOWN_HOOK });
      this.#note(invocation);
    } else if (this.#group.timeoutMs > 0) {
      const seen = this.#call.view ? this.#call.view(this.#payload, hook.hook) : this.#payload;
      invocation.start(seen, new CallContext(this.#call, hook, this.#payload, this.#timeoutMs), () => {
        this.#note(invocation);
        this.#finish?.();
      });
      if (invocation.settled) this.#note(invocation);
    }
  }

  #note(invocation: Invocation): void {
    const { services, auction, stage } = this.#call;
    this.#ended.push(invocation);
    this.#times.set(invocation, (services.clock.micros() - invocation.startedUs) / 1000);
    const { settled, hook } = invocation;
    if (settled?.kind !== 'failed' || !('cause' in settled.failed)) return;
    const { cause } = settled.failed;
    const where = { auction: auction.number, module: hook.module, hook: hook.hook, stage };
    if (!(cause instanceof VendorFailure)) services.log.error({ err: cause, ...where }, 'hook of a module threw');
    // During an outage each auction would have a line.
    else if (services.random.next() < services.config.logging.sampling_rate)
      services.log.warn({ failure: cause, ...where }, "a module's vendor failed");
  }

  /** Ends all running hooks. */
  #timeOut(): void {
    for (const invocation of this.#invocations) {
      if (this.#times.has(invocation)) continue;
      invocation.end({ kind: 'timeout', message: '' });
      this.#note(invocation);
    }
  }

  #isDecided(): boolean {
    const { dialect, stage } = this.#call;
    if (!dialect.rejectsAtOnce || !isRejectable(stage)) return false;
    return this.#ended.some(({ settled }) => settled?.kind === 'done' && settled.result.reject);
  }

  #isComplete(): boolean {
    return this.#ended.length === this.#invocations.length || this.#isDecided();
  }

  /** Go variant: results apply in order of completion; Java variant: in the plan's order. */
  #close(): GroupEnd<P> {
    this.#over = true;
    for (const invocation of this.#invocations) invocation.end({ kind: 'timeout', message: '' });
    const results: HookOutcome[] = [];
    let end: StageEnd<P> = { payload: this.#payload, changed: false };
    for (const invocation of this.#call.dialect.inOrder(this.#invocations, this.#ended)) {
      const { outcome, ...applied } = applyAlways(this.#call, invocation, this.#apply(invocation, end.payload));
      results.push(outcome);
      invocation.hook.counters.count(outcome);
      end = { ...applied, changed: end.changed || applied.changed };
      // A rejected stage keeps the payload from before the group.
      if (end.rejection) {
        end = { payload: this.#payload, changed: false, rejection: end.rejection };
        break;
      }
    }
    return { ...end, results, ms: results.reduce((max, { ms }) => Math.max(max, ms), 0) };
  }

  #apply(invocation: Invocation, payload: P): Applied<P> {
    const { auction, log, plan } = this.#call;
    const { module, hook } = invocation.hook;
    const ms = this.#times.get(invocation) ?? 0;
    const test = testOf(module, auction.accountId, plan.tests);
    if (test && this.#skipped.has(invocation)) {
      const nothing = { message: '', errors: [], warnings: [], debug: [], patches: [] };
      const outcome: HookOutcome = {
        module,
        hook,
        ms,
        ...nothing,
        status: 'success',
        action: 'no_invocation',
        tags: withTestTag(test, false),
      };
      return { payload, changed: false, outcome };
    }
    const applied = applyOne(this.#call, invocation, { base: this.#payload, payload }, ms);
    const { settled } = invocation;
    if (settled?.kind === 'done') {
      remember(log, module, settled.result.memory);
      recordRejections(this.#call, settled.result.rejections);
      addSeatErrors(this.#call, settled.result.seatErrors);
    }
    return test ? { ...applied, outcome: { ...applied.outcome, tags: withTestTag(test, true, applied.outcome.tags) } } : applied;
  }
}
