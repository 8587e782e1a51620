/** A stage: its groups in sequence, until one rejects. */
import type { MaybeLater } from '#src/lang/later.ts';
import { after } from '#src/lang/later.ts';
import type { StageOutcome } from './outcome.ts';
import { runGroup } from './run-group.ts';
import type { StageCall, StageEnd } from './stage-call.ts';

/** Runs all groups; synchronously if no hook waits. Results are recorded in the auction's log from the start. */
export function runStage<P>(call: StageCall<P>, payload: P): MaybeLater<StageEnd<P>> {
  const { stage, bidder, log } = call;
  const outcome: StageOutcome = { stage, entity: bidder ?? '', ms: 0, groups: [] };
  log.outcomes.push(outcome);
  return nextGroup(call, outcome, 0, { payload, changed: false });
}

function nextGroup<P>(call: StageCall<P>, outcome: StageOutcome, index: number, before: StageEnd<P>): MaybeLater<StageEnd<P>> {
  const group = call.groups[index];
  if (!group || before.rejection) return before;
  return after(runGroup(call, group, before.payload), ({ ms, results, ...end }) => {
    outcome.ms += ms;
    if (results.length > 0) outcome.groups.push({ ms, results });
    return nextGroup(call, outcome, index + 1, { ...end, changed: before.changed || end.changed });
  });
}
