/** `npm run call-sign-key DOMAIN`: generates a key for the settings and the two DNS records that publish it. */
import { originDomain } from './call-sign.ts';
import { newKeyPair } from './keys.ts';

const [, , given = ''] = process.argv;
const domain = originDomain(given);
if (domain === undefined) {
  console.error('usage: npm run call-sign-key DOMAIN, a registrable domain like example.com');
  process.exitCode = 2;
} else {
  const { privateEncoded, publicEncoded } = newKeyPair();
  console.log(`experiment.adscert.inprocess.origin: ${domain}
experiment.adscert.inprocess.key: ${privateEncoded}

_adscert.${domain}. TXT "v=adpf a=${domain}"
_delivery._adscert.${domain}. TXT "v=adcrtd k=x25519 h=sha256 p=${publicEncoded}"`);
}
