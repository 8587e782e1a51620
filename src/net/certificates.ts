/** Additional trusted certificate authorities, from a file. */
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ConfigError } from '#src/config/config-error.ts';
import { errorMessage } from '#src/lang/error-message.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * All connections of this process trust these from now on.
 * @param file PEM, one or more certificates; empty: none
 * @throws ConfigError naming `certificates_file` if it is unreadable or contains none
 */
export function trustCertificates(file: string): void {
  if (file !== '') setDefaultCACertificates([...getCACertificates('default'), ...certificatesIn(file)]);
}

/** @throws ConfigError naming `certificates_file` if the file is unreadable or contains none */
export function certificatesIn(file: string): readonly string[] {
  try {
    const found = readFileSync(file, 'utf8').match(CERTIFICATE);
    if (!found) throw new Error(`${file} contains no certificate`);
    return found;
  } catch (cause) {
    throw new ConfigError([`certificates_file: ${errorMessage(cause)}`]);
  }
}
