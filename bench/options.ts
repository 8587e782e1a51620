/** The bench's arguments. */
import { parseArgs } from 'node:util';
import { checkNames } from '#src/cli/tool-arguments.ts';

export interface Options {
  /** Names of parts and sections; empty: all. */
  readonly only: readonly string[];
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** Writes the results to this file. */
  readonly json?: string | undefined;
  /** Compares with the results in this file. */
  readonly against?: string | undefined;
  /** The auction endpoint of another server, which is measured instead of the floor program. */
  readonly peer?: string | undefined;
  /** Its process, for CPU time: the same machine. */
  readonly peerPid?: number | undefined;
  /** Port of the mock bidders, for the peer's settings; absent: any. */
  readonly bidderPort?: string | undefined;
}

/** @param names of sections and parts; @throws Error for unknown names and options */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: text, against: text, peer: text, 'peer-pid': text, 'bidder-port': text },
  });
  const only = positionals.filter((word) => word !== 'quick');
  checkNames('part', only, names);
  return {
    only,
    quick: positionals.includes('quick'),
    json: values.json,
    against: values.against,
    peer: values.peer,
    peerPid: values['peer-pid'] === undefined ? undefined : Number(values['peer-pid']),
    bidderPort: values['bidder-port'],
  };
}
