/** TCF v2 strings (IAB TCF 2.0 to 2.2): a lazy reader over the bits. Decoded strings are cached for later auctions. */
import { LRUCache } from 'lru-cache';
import type { Failure, Result } from '#src/lang/result.ts';
import { type Bits, toBits } from './bits.ts';
import { type Restrictions, type RestrictionType, readRestrictions } from './tcf-restrictions.ts';
import { type OptionalSegments, type PublisherTc, readOptionalSegments } from './tcf-segments.ts';
import { readVendorSection, type VendorSet } from './tcf-vendors.ts';

/** Min bytes of a core string. */
const SHORTEST = 29;
const OFFSET = {
  created: 6,
  lastUpdated: 42,
  cmpId: 78,
  cmpVersion: 90,
  consentScreen: 102,
  language: 108,
  listVersion: 120,
  policyVersion: 132,
  isServiceSpecific: 138,
  specialFeatures: 140,
  purposeConsents: 152,
  purposeLegitimateInterests: 176,
  purposeOneTreatment: 200,
  publisherCountry: 201,
  vendors: 213,
} as const;

/** One decoded string. Purposes, features and vendors are numbered from 1; absent entries are false. */
export class TcfConsent {
  readonly #text: string;
  readonly #bits: Bits;
  readonly #consents: VendorSet;
  readonly #legitimateInterests: VendorSet;
  readonly #restrictions: Restrictions;
  #segments: OptionalSegments | undefined;

  constructor(text: string, bits: Bits, consents: VendorSet, legitimateInterests: VendorSet, restrictions: Restrictions) {
    this.#text = text;
    this.#bits = bits;
    this.#consents = consents;
    this.#legitimateInterests = legitimateInterests;
    this.#restrictions = restrictions;
  }

  get version(): number {
    return this.#bits.uint(0, 6);
  }
  /** Epoch ms. */
  get createdAt(): number {
    return this.#bits.uint(OFFSET.created, 36) * 100;
  }
  /** Epoch ms. */
  get lastUpdatedAt(): number {
    return this.#bits.uint(OFFSET.lastUpdated, 36) * 100;
  }
  get cmpId(): number {
    return this.#bits.uint(OFFSET.cmpId, 12);
  }
  get cmpVersion(): number {
    return this.#bits.uint(OFFSET.cmpVersion, 12);
  }
  get consentScreen(): number {
    return this.#bits.uint(OFFSET.consentScreen, 6);
  }
  /** Two capital letters. */
  get language(): string {
    return this.#letters(OFFSET.language);
  }
  get listVersion(): number {
    return this.#bits.uint(OFFSET.listVersion, 12);
  }
  get policyVersion(): number {
    return this.#bits.uint(OFFSET.policyVersion, 6);
  }
  get listSpecVersion(): number {
    return listSpecVersion(this.policyVersion);
  }
  get isServiceSpecific(): boolean {
    return this.#bits.bit(OFFSET.isServiceSpecific);
  }
  get purposeOneTreatment(): boolean {
    return this.#bits.bit(OFFSET.purposeOneTreatment);
  }
  get publisherCountry(): string {
    return this.#letters(OFFSET.publisherCountry);
  }
  get maxVendorId(): number {
    return this.#consents.maxId;
  }

  specialFeature(feature: number): boolean {
    return feature >= 1 && feature <= 12 && this.#bits.bit(OFFSET.specialFeatures + feature - 1);
  }
  purposeConsent(purpose: number): boolean {
    return purpose >= 1 && purpose <= 24 && this.#bits.bit(OFFSET.purposeConsents + purpose - 1);
  }
  /** Whether the purpose's legitimate interest was disclosed and not objected to. */
  purposeLegitimateInterest(purpose: number): boolean {
    return purpose >= 1 && purpose <= 24 && this.#bits.bit(OFFSET.purposeLegitimateInterests + purpose - 1);
  }
  vendorConsent(id: number): boolean {
    return this.#consents.has(id);
  }
  vendorLegitimateInterest(id: number): boolean {
    return this.#legitimateInterests.has(id);
  }
  isRestricted(purpose: number, type: RestrictionType, vendorId: number): boolean {
    return this.#restrictions.has(purpose, type, vendorId);
  }
  /** Vendors disclosed to the user (TCF 2.3 makes the segment mandatory); undefined: the string does not state them. */
  get disclosedVendors(): VendorSet | undefined {
    return this.#optional().disclosedVendors;
  }
  get allowedVendors(): VendorSet | undefined {
    return this.#optional().allowedVendors;
  }
  get publisherTc(): PublisherTc | undefined {
    return this.#optional().publisherTc;
  }

  #optional(): OptionalSegments {
    this.#segments ??= readOptionalSegments(this.#text);
    return this.#segments;
  }

  #letters(offset: number): string {
    return String.fromCharCode(65 + this.#bits.uint(offset, 6), 65 + this.#bits.uint(offset + 6, 6));
  }
}

/** Version of the vendor list specification for a TCF policy version: 3 from policy 4 on, else 2. */
export const listSpecVersion = (policyVersion: number): 2 | 3 => (policyVersion >= 4 ? 3 : 2);

const failed = (error: string): Failure => ({ error });

/**
 * Decodes a string without caching. An unusable TCF v2 core string is an error with the Go variant's message, without the string itself;
 * the CMP id and the optional segments are not validated.
 */
export function decodeTcf(text: string): Result<TcfConsent> {
  const dot = text.indexOf('.');
  const coreLength = dot < 0 ? text.length : dot;
  if (coreLength === 0) return failed('decoded consent cannot be empty');
  const bits = coreLength % 4 === 1 ? undefined : toBits(text, 0, coreLength);
  if (!bits) return failed('illegal base64 data');
  const bytes = bits.length >> 3;
  if (bytes < SHORTEST) return failed(`vendor consent strings are at least ${SHORTEST} bytes long. This one was ${bytes}`);
  const version = bits.uint(0, 6);
  if (version !== 2) return failed(`invalid encoding format version: ${version}`);
  const listVersion = bits.uint(OFFSET.listVersion, 12);
  if (listVersion === 0) {
    return failed('the consent string encoded a VendorListVersion of 0, but this value must be greater than or equal to 1');
  }
  const consents = readVendorSection(bits, OFFSET.vendors);
  if ('error' in consents) return consents;
  const interests = readVendorSection(bits, consents.value.end);
  if ('error' in interests) return interests;
  const restrictions = readRestrictions(bits, interests.value.end);
  if ('error' in restrictions) return restrictions;
  return { value: new TcfConsent(text, bits, consents.value.vendors, interests.value.vendors, restrictions.value) };
}

/** Max total characters of cached strings; about the same number of bytes is held decoded. */
const cached = new LRUCache<string, Result<TcfConsent>>({
  maxSize: 8_000_000,
  sizeCalculation: (_value, text) => text.length + 200,
});

/** Decodes a string, with a cache. */
export function readTcf(text: string): Result<TcfConsent> {
  const known = cached.get(text);
  if (known) return known;
  const decoded = decodeTcf(text);
  cached.set(text, decoded);
  return decoded;
}

/** The error as the caller sees it: `malformed consent string <s>: <cause>`. */
export const malformedConsent = (text: string, { error }: Failure): string => `malformed consent string ${text}: ${error}`;
