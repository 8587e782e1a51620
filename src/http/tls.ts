/** TLS of the public listener: certificate and key from files, exchanged without a restart when the files change. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { ConfigError } from '#src/config/config-error.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Log } from '#src/platform/log.ts';

type TlsOptions = HostConfig['tls'];

/** A server that can exchange its certificate; connections keep the one they began with. */
interface Exchangeable {
  setSecureContext(options: SecureContextOptions): void;
}

/** Certificate and key as they are in the files now. @throws Error if they are unreadable or do not belong together */
function readContext({ cert, key, min_version }: TlsOptions): SecureContextOptions {
  const context: SecureContextOptions = {
    cert: readFileSync(cert),
    key: readFileSync(key === '' ? cert : key),
    minVersion: min_version,
  };
  createSecureContext(context);
  return context;
}

/** Undefined: plain HTTP. @throws ConfigError naming the option */
export function tlsContext(options: TlsOptions): SecureContextOptions | undefined {
  if (options.cert === '') return undefined;
  try {
    return readContext(options);
  } catch (cause) {
    throw new ConfigError([`tls.cert: ${errorMessage(cause)}`]);
  }
}

/**
 * Reloads changed files; an invalid pair, such as a new certificate before its key, is logged and the last good one remains. Files are
 * compared by their status, because notifications miss the symlink swaps of mounted volumes. The returned function ends that.
 */
export function watchCertificate(server: object, options: TlsOptions, log: Log): () => void {
  const files = [...new Set([options.cert, options.key])].filter((file) => file !== '');
  const reload = (): void => {
    try {
      (server as Exchangeable).setSecureContext(readContext(options));
      log.info({ file: options.cert }, 'the TLS certificate is reloaded');
    } catch (cause) {
      log.error({ failure: cause, file: options.cert }, 'the changed TLS certificate is unusable: the last good one remains');
    }
  };
  for (const file of files) watchFile(file, { interval: options.check_interval_ms, persistent: false }, reload);
  return () => {
    for (const file of files) unwatchFile(file, reload);
  };
}
