/** Inputs of adapters in the bidder cases, with pinned time and randomness. */
import type { BuildInput, Call } from '#src/bidders/bidder.ts';

export interface RecordedBuilder {
  readonly name: string;
  readonly endpoint: string;
  readonly extraInfo?: string;
  readonly platformId?: string;
  readonly appSecret?: string;
  readonly xapi?: Partial<BuildInput['xapi']>;
  readonly server?: Partial<BuildInput['server']>;
  readonly fixtures?: {
    readonly clock?: string;
    readonly random?: number;
    readonly uuid?: string;
    readonly cacheBuster?: string;
    readonly week?: string;
    /** The cases were recorded in the test mode of the adapter. */
    readonly testing?: boolean;
  };
  readonly alternatives?: readonly RecordedBuilder[];
}

/** A time in the ISO week of the recorded creative URLs. */
const IN_WEEK_33 = '2021-08-18T12:00:00Z';

const clockOf = ({ fixtures = {} }: RecordedBuilder): number => Date.parse(fixtures.clock ?? IN_WEEK_33);

export function toBuilder(recorded: RecordedBuilder): BuildInput {
  const { fixtures = {} } = recorded;
  return {
    name: recorded.name,
    endpoint: recorded.endpoint,
    extraInfo: recorded.extraInfo ?? '',
    platformId: recorded.platformId ?? '',
    appSecret: recorded.appSecret ?? '',
    xapi: { username: '', password: '', tracker: '', ...recorded.xapi },
    server: { externalUrl: '', gvlId: 0, dataCenter: '', ...recorded.server },
    env: {
      now: () => clockOf(recorded),
      random: () => BigInt(fixtures.random ?? 0),
      uuid: () => fixtures.uuid ?? '00000000-0000-4000-8000-000000000000',
      version: '',
    },
    dialect: 'go',
  };
}

/** The case with the recorded placeholder for the time (`ts=testing`) replaced by the adapters' time. */
export function pin<T>(recordedCase: T, builder: RecordedBuilder): T {
  const { cacheBuster } = builder.fixtures ?? {};
  if (cacheBuster === undefined) return recordedCase;
  const seconds = Math.floor(clockOf(builder) / 1000);
  return JSON.parse(JSON.stringify(recordedCase).replaceAll(`ts=${cacheBuster}`, `ts=${seconds}`)) as T;
}

/** Calls as made in the test mode of the recorded adapters: without time and randomness in the query, never without a body. */
export function asRecorded(calls: readonly Call[], { fixtures }: RecordedBuilder): readonly Call[] {
  if (!fixtures?.testing) return calls;
  const fixed = (uri: string): string => uri.replace(/&rnd=\d+/, '').replace(/\?t=\d+&ts=\d+&src=pbserver$/, '?t=1000&ts=2060541160');
  return calls.map((call) => ({ ...call, uri: fixed(call.uri), body: call.body ?? {} }));
}
