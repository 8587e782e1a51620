/** Consent strings, addresses, and the records of ads.cert. */
import { readFields } from '#src/adscert/protobuf.ts';
import { readKeys, readPolicy } from '#src/adscert/records.ts';
import { isPublicAddress } from '#src/net/public-address.ts';
import { decodeGpp } from '#src/privacy/gpp.ts';
import { US_SECTION_IDS } from '#src/privacy/gpp-us.ts';
import { maskIp } from '#src/privacy/ip.ts';
import { decodeTcf } from '#src/privacy/tcf.ts';
import { parseUsp } from '#src/privacy/usp.ts';
import { type Decoder, decoder, isBounded, isRepeatable } from '../decoder.ts';
import { readOrError } from '../subjects.ts';

export const PRIVACY: readonly Decoder[] = [
  decoder({
    name: 'tcf',
    format: 'text',
    decode: (text) => {
      const decoded = decodeTcf(text);
      if ('error' in decoded) return { error: decoded.error };
      const consent = decoded.value;
      const ids = [0, 1, 12, 24, consent.maxVendorId, consent.maxVendorId + 1, 65_535, 65_536];
      return {
        error: undefined,
        version: consent.version,
        listed: ids.map((id) => [
          consent.vendorConsent(id),
          consent.vendorLegitimateInterest(id),
          consent.purposeConsent(id),
          consent.purposeLegitimateInterest(id),
          consent.specialFeature(id),
        ]),
        restricted: ids.map((id) => ([0, 1, 2] as const).map((type) => consent.isRestricted(1, type, id))),
        beyond: consent.vendorConsent(consent.maxVendorId + 1) || consent.vendorConsent(0),
        segments: [consent.disclosedVendors?.has(1), consent.allowedVendors?.has(1), consent.publisherTc?.customConsent(1)],
        letters: consent.language + consent.publisherCountry,
      };
    },
    laws: {
      'an error has a reason': ({ error }) => error !== '',
      'no vendor beyond the highest id consents': (result) => !('beyond' in result) || result.beyond === false,
      'a string that is decoded has version 2': (result) => !('version' in result) || result.version === 2,
    },
    seeds: [
      'COw4XqLOw4XqLAAAAAENAXCAAP8AAP8AAAAAAAAAAAAAAA',
      'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA',
      'COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA.IFoEUQQgAIQwgIwQABAEAAAAOIAACAIAAAAQAIAgEAACEAAAAAgAQBAAAAAAAGBAAgAAAAAAAFAAECAAAgAAQARAEQAAAAAJAAIAAgAAAYQEAAAQmAgBC3ZAYzUw.YAAAAAAAAAAAAAAAAAA',
    ],
    tokens: ['.', 'I', 'Q', 'Y', 'CP', 'AAAA', '____'],
    maxLength: 4000,
  }),
  decoder({
    name: 'gpp',
    format: 'text',
    decode: (text) => {
      const gpp = decodeGpp(text);
      return {
        ids: gpp.ids,
        errors: gpp.errors,
        sections: gpp.ids.map((id) => gpp.section(id)),
        us: [...US_SECTION_IDS].map((id) => gpp.us(id)),
      };
    },
    laws: {
      'at most 256 sections are read': ({ ids }) => ids.length <= 256,
      'every section has its string': ({ sections }) => sections.every((section) => typeof section === 'string'),
      'the result is bounded': isBounded(40, 50_000),
      'it is repeatable': (result, text) => isRepeatable(decodeGpp)(decodeGpp(text), text) && result.errors.every((error) => error !== ''),
    },
    seeds: [
      'DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN',
      'DBABLA~BVQqAAAAAgA.QA',
      'DBABRg~bSFgmiU.YA',
      'DBACLMA~BAAAAAAAAQA.QA~BVoYYYA',
      'DBABrw~BVVVVVVVVWA.YA',
      'DBABzw~1YNN',
    ],
    tokens: ['~', '.', 'DBA', 'QA', 'YA', 'BVQqAAAAAgA', '1YNN', 'AAAA'],
  }),
  decoder({
    name: 'us-privacy',
    format: 'text',
    decode: parseUsp,
    laws: { 'it opts out only with a Y as third character': ({ optedOut }, text) => optedOut === /^1[NY-]Y[NY-]$/.test(text) },
    seeds: ['1YNN', '1YYY', '1---', ''],
  }),
  decoder({
    name: 'addresses',
    format: 'text',
    decode: (text) => ({ masked: [0, 24, 56, 128].map((bits) => maskIp(text, bits)), isPublic: isPublicAddress(text) }),
    laws: {
      'a masked address masks to itself': ({ masked }) =>
        masked.every((address, i) => address === '' || maskIp(address, [0, 24, 56, 128][i] ?? 0) === address),
      'an address without its last bits is as public as before, or is not known': ({ masked }) =>
        masked.every((address) => address === '' || /^[\da-f.:]+$/.test(address)),
    },
    seeds: ['203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9', 'fe80::1%eth0', '0x7f.1', '1:2:3:4:5:6:7:8'],
    tokens: [':', '::', '.', '0', 'ffff', '255', '%'],
  }),
  decoder({
    name: 'ads-cert',
    format: 'text',
    decode: (text) => [readPolicy(text), readKeys(text), readOrError(() => readFields(Buffer.from(text, 'latin1')).length)],
    seeds: [
      'v=adpf a=call.example',
      `v=adcrtd k=x25519 h=sha256 p=${'A'.repeat(43)}`,
      '\x08\x01\x12\x03abc\x0d\0\0\0\0\x09\0\0\0\0\0\0\0\0',
    ],
    tokens: ['v=adpf', 'v=adcrtd', ' ', 'a=', 'k=x25519', 'h=sha256', 'p='],
  }),
];
