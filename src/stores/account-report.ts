/** Logs errors of stored accounts: key, rule, and the file if accounts are files. */
import { join } from 'node:path';
import type { HostConfig } from '#src/config/schema.ts';
import type { Log } from '#src/platform/log.ts';
import type { ReportAccount } from './accounts.ts';
import { FOLDER_NAMES } from './files.ts';

/** One line per unusable account, one for keys without effect. */
export function accountReport(
  { accounts: { filesystem, settings_filename } }: Pick<HostConfig, 'accounts'>,
  log: Pick<Log, 'error' | 'warn'>,
): ReportAccount {
  const placeOf = (id: string): string | undefined => {
    if (settings_filename !== '') return settings_filename;
    return filesystem.enabled ? join(filesystem.directorypath, FOLDER_NAMES.account, `${id}.json`) : undefined;
  };
  return (account, { errors, warnings }, isLastGoodInUse) => {
    const file = placeOf(account);
    if (errors.length > 0) log.error({ account, file, errors, isLastGoodInUse }, 'an account has settings that cannot be used');
    if (warnings.length > 0) log.warn({ account, file, warnings }, 'an account has settings without a meaning here');
  };
}
