/** A certificate for servers of tests. */
import { execFileSync } from 'node:child_process';

/** Writes a self-signed certificate of one day and its key as PEM files. @param name of the server @param address of the server, instead of its name */
export function makeCertificate(name: string, cert: string, key: string, address?: string): void {
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const own = [
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=${address === undefined ? `DNS:${name}` : `IP:${address}`}`,
    '-days',
    '1',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  execFileSync('openssl', ['req', '-x509', ...ec, ...own], { stdio: 'ignore' });
}
