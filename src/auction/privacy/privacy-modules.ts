/** Privacy modules of an account, made ready: `iab.usgeneral` and `iab.uscustomlogic` (Java variant; privacy.md section 13). */
import type { Account } from '#src/config/account.ts';
import type { Ext } from '#src/wire/ext.ts';
import { activityNamed, type PrivacyModule } from './activities.ts';
import type { Activity } from './decision.ts';
import { compileLogic, type Logic } from './json-logic.ts';
import { usCustomLogic } from './us-custom-logic.ts';
import { usGeneral } from './us-general.ts';

type ModuleSettings = Account['privacy']['modules'][number];

/** The member under any of the spellings; camel, snake and kebab case are all in use. */
function option(config: Ext, name: string): unknown {
  return config[name] ?? config[name.replaceAll('_', '-')] ?? config[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}

const numbers = (value: unknown): Set<number> =>
  new Set(Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : []);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function generalJudge(config: Ext): PrivacyModule['judge'] {
  return usGeneral({
    skipSids: numbers(option(config, 'skip_sids')),
    allowsPersonal: option(config, 'allow_personal_data_consent_2') === true,
  });
}

function customJudge(config: Ext): PrivacyModule['judge'] {
  const activities = new Map<Activity, Logic>();
  for (const entry of list(option(config, 'activity_config')) as Ext[]) {
    const logic = toLogic(option(entry ?? {}, 'restrict_if_true'));
    for (const name of list(option(entry ?? {}, 'activities'))) {
      const activity = activityNamed(String(name));
      if (activity && !activities.has(activity)) activities.set(activity, logic);
    }
  }
  return usCustomLogic({
    sids: numbers(option(config, 'sids')),
    normalizes: option(config, 'normalize_flags') !== false,
    activities,
  });
}

/** A rule that cannot be read denies: an account that meant to restrict something is not left without. */
function toLogic(rule: unknown): Logic {
  try {
    return compileLogic(rule);
  } catch {
    return () => true;
  }
}

const JUDGES: Readonly<Record<string, (config: Ext) => PrivacyModule['judge']>> = {
  'iab.usgeneral': generalJudge,
  'iab.uscustomlogic': customJudge,
};

/** The enabled modules this host knows, in the account's order. */
export function compileModules(settings: readonly ModuleSettings[]): PrivacyModule[] {
  return settings.flatMap(({ code, enabled, skipRate, config }, index) => {
    const judge = enabled && Object.hasOwn(JUDGES, code) ? JUDGES[code]?.(config ?? {}) : undefined;
    return judge ? [{ code, index, skipRate, judge }] : [];
  });
}
