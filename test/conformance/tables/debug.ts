import { bidderDebug, debugFlags, isDebugRequested, isOverridden } from '#src/auction/debug.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly header: string;
  readonly token: string;
  readonly test: number;
  readonly srv: RequestSrv | null;
  readonly debug?: boolean;
  readonly bidderAllows: boolean;
  readonly accountAllows: boolean;
  readonly headerOverride: boolean;
}

/** The recorded server has a special debug value if `test` is -1: there `debug` alone decides. */
const flagsOf = ({ test, debug, accountAllows, headerOverride }: Input) =>
  debugFlags(isDebugRequested(test, { debug }), accountAllows, headerOverride);

const OPS: { readonly [op: string]: (input: Input) => Record<string, unknown> } = {
  header: ({ header, token }) => ({ override: isOverridden(header, token) }),
  request: ({ test, srv }) => ({ debug: isDebugRequested(test, srv) }),
  effective(input) {
    const flags = flagsOf(input);
    const ofAccount = debugFlags(flags.requested || flags.override, input.accountAllows, false);
    return { responseDebug: flags.shown, accountDebug: ofAccount.shown };
  },
  bidder(input) {
    const flags = flagsOf(input);
    const { capture, warn } = bidderDebug(flags, input.bidderAllows);
    return { shown: capture, warnings: warn || (flags.requested && !flags.shown) };
  },
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  return OPS[input.op]?.(input) ?? {};
}
