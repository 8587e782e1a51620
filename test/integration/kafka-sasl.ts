/** Listeners of the test broker that require a user, without and with TLS. */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alterUserScramCredentialsV0, Connection } from '@platformatic/kafka';
import { makeCertificate } from '#test/helpers/certificate.ts';

export interface SaslListeners {
  /** At 127.0.0.1. */
  readonly saslPort: number;
  /** At `localhost`, with TLS. */
  readonly saslTlsPort: number;
  /** File with the certificate for `localhost`, which no authority signed. */
  readonly certificate: string;
  /** File with its key and the certificate. */
  readonly keyStore: string;
}

export const USER = { username: 'auctor', password: 'sec=ret,1;ö' };

export function keyStore(folder: string): Pick<SaslListeners, 'certificate' | 'keyStore'> {
  const [certificate, key, store] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'store.pem')];
  makeCertificate('localhost', certificate, key);
  writeFileSync(store, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'));
  return { certificate, keyStore: store };
}

const escaped = (text: string): string =>
  text.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Further settings of a broker; `listeners` are to be added to its own. */
export function saslSettings({ saslPort, saslTlsPort, keyStore: store }: SaslListeners): { readonly listeners: string } {
  const plain = `org.apache.kafka.common.security.plain.PlainLoginModule required user_${USER.username}="${escaped(USER.password)}";`;
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
  const logins = ['sasl', 'sasltls'].flatMap((listener) => [
    [`listener.name.${listener}.plain.sasl.jaas.config`, plain],
    [`listener.name.${listener}.scram-sha-256.sasl.jaas.config`, scram],
    [`listener.name.${listener}.scram-sha-512.sasl.jaas.config`, scram],
  ]);
  return {
    listeners: `SASL://127.0.0.1:${saslPort},SASLTLS://localhost:${saslTlsPort}`,
    'connection.failed.authentication.delay.ms': 0,
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'listener.name.sasltls.ssl.keystore.type': 'PEM',
    'listener.name.sasltls.ssl.keystore.location': store,
    ...Object.fromEntries(logins),
  };
}

const ITERATIONS = 4096;

/** Adds `USER` for both kinds of SCRAM. @param port of a listener without authentication */
export async function addScramUser(port: number): Promise<void> {
  const connection = new Connection('test');
  await connection.connect('127.0.0.1', port);
  for (const [mechanism, hash, bytes] of [
    [1, 'sha256', 32],
    [2, 'sha512', 64],
  ] as const) {
    const salt = randomBytes(16);
    const saltedPassword = pbkdf2Sync(USER.password, salt, ITERATIONS, bytes, hash);
    const credential = { name: USER.username, mechanism, iterations: ITERATIONS, salt, saltedPassword };
    await alterUserScramCredentialsV0.api.async(connection, [], [credential]);
  }
  await connection.close();
}
