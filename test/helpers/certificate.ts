/** A certificate for servers of tests. */
import { execFileSync } from 'node:child_process';

/** Writes a self-signed certificate of one day and its key as PEM files. @param name of the server */
export function makeCertificate(name: string, cert: string, key: string): void {
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const own = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...ec, ...own], { stdio: 'ignore' });
}
