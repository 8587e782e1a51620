import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { trustCertificates } from '#src/net/certificates.ts';
import { PoolTransport } from '#src/net/http.ts';
import type { Exchanged } from '#src/net/transport.ts';
import { makeCertificate } from '#test/helpers/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-trust-'));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const defaults = getCACertificates('default');
let server: Server;

beforeAll(async () => {
  makeCertificate('localhost', cert, key);
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  setDefaultCACertificates(defaults);
  server.close();
  rmSync(folder, { recursive: true });
});

async function call(): Promise<Exchanged> {
  const through = new PoolTransport(hostSchema.parse({}).http_client, false);
  const uri = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const exchanged = await new Promise<Exchanged>((done) =>
    through.send({ bidder: 'alpha', method: 'POST', uri, headers: {}, body: '{}', gzip: false }, done),
  );
  await through.close();
  return exchanged;
}

test('a bidder with an untrusted certificate is called once the host trusts it', async () => {
  expect(await call()).toMatchObject({ kind: 'failed', message: expect.stringContaining('self-signed certificate') });
  trustCertificates('');
  expect((await call()).kind).toBe('failed');
  trustCertificates(cert);
  expect((await call()).kind).toBe('response');
});

test('a missing file, or one without a certificate, stops the startup', () => {
  expect(() => trustCertificates(join(folder, 'nowhere'))).toThrow(/certificates_file: ENOENT/);
  const empty = join(folder, 'empty.pem');
  writeFileSync(empty, 'nothing');
  expect(() => trustCertificates(empty)).toThrow(`certificates_file: ${empty} contains no certificate`);
});
