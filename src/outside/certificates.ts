/** Whom this host trusts besides the authorities Node knows: their certificates, from a file. */
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ConfigError } from '#src/config/load.ts';
import { errorMessage } from '#src/wire/error-message.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * All connections of this process trust these from now on.
 * @param file PEM, one certificate or many; empty: nobody else
 * @throws ConfigError naming `certificates_file` where it cannot be read or holds none
 */
export function trustCertificates(file: string): void {
  if (file === '') return;
  try {
    const more = readFileSync(file, 'utf8').match(CERTIFICATE);
    if (!more) throw new Error(`${file} holds no certificate`);
    setDefaultCACertificates([...getCACertificates('default'), ...more]);
  } catch (cause) {
    throw new ConfigError([`certificates_file: ${errorMessage(cause)}`]);
  }
}
