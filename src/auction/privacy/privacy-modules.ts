/** Compiled privacy modules of an account: `iab.usgeneral` and `iab.uscustomlogic` (Java variant). */
import type { Account } from '#src/config/account.ts';
import type { PrivacyModuleCode } from '#src/config/account-activities.ts';
import { compileLogic, type Logic } from '#src/json/json-logic.ts';
import { list } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { activityNamed, type PrivacyModule } from './activities.ts';
import type { Activity } from './decision.ts';
import { usCustomLogic } from './us-custom-logic.ts';
import { usGeneral } from './us-general.ts';

type ModuleSettings = Account['privacy']['modules'][number];

/** The field under any of the spellings; camel, snake and kebab case are all in use. */
function option(config: Ext, name: string): unknown {
  return config[name] ?? config[name.replaceAll('_', '-')] ?? config[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}

const numbers = (value: unknown): Set<number> =>
  new Set(Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : []);

function generalDecision(config: Ext): PrivacyModule['decide'] {
  return usGeneral({
    skipSids: numbers(option(config, 'skip_sids')),
    allowsPersonal: option(config, 'allow_personal_data_consent_2') === true,
  });
}

function customDecision(config: Ext): PrivacyModule['decide'] {
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

/** A malformed rule denies: an account that intended a restriction must not lose it. */
function toLogic(rule: unknown): Logic {
  try {
    return compileLogic(rule);
  } catch {
    return () => true;
  }
}

const PRIVACY_MODULES: { readonly [C in PrivacyModuleCode]: (config: Ext) => PrivacyModule['decide'] } = {
  'iab.usgeneral': generalDecision,
  'iab.uscustomlogic': customDecision,
};

const isSupported = (code: string): code is PrivacyModuleCode => Object.hasOwn(PRIVACY_MODULES, code);

/** The enabled modules this host supports, in the account's order. */
export function compileModules(settings: readonly ModuleSettings[]): PrivacyModule[] {
  return settings.flatMap(({ code, enabled, skipRate, config }, index) => {
    const decide = enabled && isSupported(code) ? PRIVACY_MODULES[code](config ?? {}) : undefined;
    return decide ? [{ code, index, skipRate, decide }] : [];
  });
}
