import { effectiveCoop, effectiveLimit, type LimitSettings, priorityGroups, syncLimit, toLimit, UNLIMITED } from '#src/sync/limits.ts';
import { gdprSignal, readSignals, type SignalFields } from '#src/sync/signals.ts';
import type { Row } from '../suites/tables.ts';

type Groups = readonly (readonly string[])[];
interface Input {
  readonly op: string;
  readonly limit?: number | 'unlimited' | null;
  readonly max?: number | 'unlimited' | null;
  readonly default?: number | 'unlimited' | boolean | null;
  readonly account: (LimitSettings & { default_coop_sync?: boolean | null; priority_groups?: Groups | null }) | null;
  readonly host: { priority_groups?: Groups | null } | null;
  readonly coopSync: boolean | null;
  readonly gdpr: number | null;
  readonly gppSid: readonly number[] | null;
  readonly request: SignalFields | null;
  readonly usersyncDefaultGdprValue: string | null;
}

const toNumber = (limit: unknown): number | null => (limit === 'unlimited' ? UNLIMITED : typeof limit === 'number' ? limit : null);
const limitName = (limit: number): number | string => (limit === UNLIMITED ? 'unlimited' : limit);

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  switch (input.op) {
    case 'limit': {
      const limit = syncLimit(toNumber(input.limit), input.account ?? {});
      return { limit: limit === UNLIMITED ? null : limit };
    }
    case 'effective-limit':
      return { limit: limitName(effectiveLimit(toNumber(input.limit), toNumber(input.default))) };
    case 'effective-max-limit':
      return { limit: limitName(toLimit(toNumber(input.max ?? input.limit))) };
    case 'coop':
      return { coopSync: effectiveCoop(input.coopSync, input.default as boolean | null) };
    case 'gdpr-signal': {
      const { signal, text, error } = gdprSignal(input.gdpr, input.gppSid ?? []);
      return { signal, text, error };
    }
    case 'privacy': {
      const read = readSignals(input.request ?? {}, input.usersyncDefaultGdprValue ?? '');
      return 'error' in read ? { error: read.error } : { error: null, ...read.value, ...read.value.signals };
    }
    case 'priority-groups':
      return { groups: priorityGroups(input.account ?? {}, input.host?.priority_groups ?? []) };
    default:
      throw new Error(`operation ${input.op} is not known`);
  }
}
