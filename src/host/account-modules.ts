/** Checks the settings that an account has for modules. */
import type { HostConfig } from '#src/config/schema.ts';
import { valueAt } from '#src/config/value-at.ts';
import { copyJson, mergePatch } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { codesOf, hostSettings, settingsPath } from '#src/modules/codes.ts';
import type { ModuleDefinition } from '#src/modules/hook.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** An account's settings of a module that the module rejects. */
export interface RejectedSettings {
  /** Their place in the account. */
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * The settings of modules in an account that the modules reject.
 * @param modules `hooks.modules` of the account; those of `account_defaults` are merged below them
 * @param running the modules that the host starts
 */
export function rejectedByModules(modules: Ext, config: HostConfig, running: readonly ModuleDefinition[]): RejectedSettings[] {
  const { account_defaults: defaults, hooks, rules } = config;
  const merged = mergePatch(copyJson(defaults.hooks.modules) as Ext, modules) as Ext;
  return running.flatMap((definition) => {
    const codes = codesOf(definition);
    const path = settingsPath(modules, codes);
    if (!path || !definition.checkAccount) return [];
    try {
      definition.checkAccount(valueAt(merged, path) as Ext, hostSettings(hooks, codes), rules.moduleDialect);
      return [];
    } catch (cause) {
      return [{ path: ['hooks', 'modules', ...path], message: errorMessage(cause) }];
    }
  });
}
