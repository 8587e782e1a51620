/** One stage run directly on a small payload. */

import type { HookStage } from '#src/config/hook-stages.ts';
import type { Hook, HookContext } from '#src/modules/hook.ts';
import { openCall } from '#src/modules/open-call.ts';
import type { HookOutcome } from '#src/modules/outcome.ts';
import { runStage } from '#src/modules/run-stage.ts';
import type { StageCall, StageEnd } from '#src/modules/stage-call.ts';
import { type Log, silentLog } from '#src/platform/log.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { type FakeGroup, moduleServices } from '#test/helpers/modules.ts';
import type { TestServices } from '#test/helpers/services.ts';

export interface Box {
  list: string[];
  note?: unknown;
}

export interface Ran {
  readonly services: TestServices;
  readonly end: StageEnd<Box> | Promise<StageEnd<Box>>;
  readonly results: () => readonly HookOutcome[];
  readonly call: StageCall<Box>;
}

interface Over {
  readonly variant?: 'go' | 'java';
  readonly stage?: HookStage;
  readonly error?: (box: Box) => string | undefined;
  readonly deadlineMs?: number;
  readonly before?: (services: TestServices) => void;
  readonly settings?: object;
  readonly log?: Log;
}

/** Hooks of the fake payload, in short form. */
export type BoxHook = (box: Box, context: HookContext) => unknown;
export const group = (hooks: Record<string, BoxHook>, timeout?: number): FakeGroup => ({
  hooks: hooks as unknown as Record<string, Hook>,
  ...(timeout === undefined ? {} : { timeout }),
});

export function run(groups: readonly FakeGroup[], over: Over = {}): Ran {
  const { variant = 'go', stage = 'raw_auction_request', error = () => undefined, deadlineMs, settings = {}, log = silentLog } = over;
  const services = moduleServices({ [stage]: groups }, { settings: { variant, ...settings }, over: { log } });
  const auction = anAuction(services);
  const deadlineAt = deadlineMs === undefined ? undefined : services.clock.now() + deadlineMs;
  const call = openCall<Box>(auction, services, stage, { error, deadlineAt });
  if (!call) throw new Error('nothing is planned');
  over.before?.(services);
  const end = runStage(call, { list: ['start'] });
  return { services, end, call, results: () => call.log.outcomes.flatMap(({ groups: ran }) => ran.flatMap(({ results }) => results)) };
}

export const add =
  (text: string): BoxHook =>
  (box) => {
    box.list.push(text);
  };
