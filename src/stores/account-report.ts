/** Logs errors of stored accounts: key, rule, and the file if the account is in one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HostConfig } from '#src/config/schema.ts';
import type { Log } from '#src/platform/log.ts';
import type { ReportAccount } from './accounts.ts';
import { FOLDER_NAMES } from './files.ts';

/** One line per unusable account, one for keys without effect. */
export function accountReport(
  { accounts: { filesystem, settings_filename, database, s3, http } }: Pick<HostConfig, 'accounts'>,
  log: Pick<Log, 'error' | 'warn'>,
): ReportAccount {
  const isRemote = database.connection.driver !== '' || s3.bucket !== '' || http.endpoint !== '';
  /** The folder precedes the one file of all accounts. Undefined: the account is, or may be, in another store. */
  const placeOf = (id: string): string | undefined => {
    const own = join(filesystem.directorypath, FOLDER_NAMES.account, `${id}.json`);
    if (filesystem.enabled && existsSync(own)) return own;
    return settings_filename === '' || isRemote ? undefined : settings_filename;
  };
  return (account, { errors, warnings }, isLastGoodInUse) => {
    const file = placeOf(account);
    if (errors.length > 0) log.error({ account, file, errors, isLastGoodInUse }, 'an account has settings that cannot be used');
    if (warnings.length > 0) log.warn({ account, file, warnings }, 'an account has settings without a meaning here');
  };
}
