/** TCF v2 strings (IAB TCF 2.0 to 2.2): a lazy reader over the bits. What was decoded once is kept for the next auction. */
import { LRUCache } from 'lru-cache';
import { type Bits, toBits } from './bits.ts';
import { type Restrictions, type RestrictionType, readRestrictions } from './tcf-restrictions.ts';
import { type OptionalSegments, type PublisherTc, readOptionalSegments } from './tcf-segments.ts';
import { readVendorSection, type VendorSet } from './tcf-vendors.ts';

/** A string that cannot be used, and why. */
export interface TcfFault {
  readonly kind: 'fault';
  /** Without the string itself. */
  readonly cause: string;
}

/** Shortest core string, bytes. */
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

/** One decoded string. Numbers of purposes, features and vendors count from 1; what the string does not have is "no". */
export class TcfConsent {
  readonly kind = 'tcf';
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
  /** Whether the purpose's legitimate interest was made known and not objected to. */
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
  /** Vendors shown to the user (TCF 2.3 makes the segment mandatory); undefined: the string does not say. */
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

/** Which specification of the vendor list a TCF policy version goes by: 3 from policy 4 on, else 2. */
export const listSpecVersion = (policyVersion: number): 2 | 3 => (policyVersion >= 4 ? 3 : 2);

const fault = (cause: string): TcfFault => ({ kind: 'fault', cause });

/**
 * Decodes a string without keeping it. Refuses what is no usable TCF v2 core string, with the texts of the Go variant
 * (privacy.md section 6); the CMP id and the optional segments are not checked.
 */
export function decodeTcf(text: string): TcfConsent | TcfFault {
  const dot = text.indexOf('.');
  const coreLength = dot < 0 ? text.length : dot;
  if (coreLength === 0) return fault('decoded consent cannot be empty');
  const bits = coreLength % 4 === 1 ? undefined : toBits(text, 0, coreLength);
  if (!bits) return fault('illegal base64 data');
  const bytes = bits.length >> 3;
  if (bytes < SHORTEST) return fault(`vendor consent strings are at least ${SHORTEST} bytes long. This one was ${bytes}`);
  const version = bits.uint(0, 6);
  if (version !== 2) return fault(`invalid encoding format version: ${version}`);
  const listVersion = bits.uint(OFFSET.listVersion, 12);
  if (listVersion === 0) {
    return fault('the consent string encoded a VendorListVersion of 0, but this value must be greater than or equal to 1');
  }
  const consents = readVendorSection(bits, OFFSET.vendors);
  if (typeof consents === 'string') return fault(consents);
  const interests = readVendorSection(bits, consents.end);
  if (typeof interests === 'string') return fault(interests);
  const restrictions = readRestrictions(bits, interests.end);
  if (typeof restrictions === 'string') return fault(restrictions);
  return new TcfConsent(text, bits, consents.vendors, interests.vendors, restrictions);
}

/** Characters of strings kept; about as many bytes again are held decoded. */
const kept = new LRUCache<string, TcfConsent | TcfFault>({ maxSize: 8_000_000, sizeCalculation: (_value, text) => text.length + 200 });

/** Decodes a string, or hands out what it decoded to before. */
export function readTcf(text: string): TcfConsent | TcfFault {
  const known = kept.get(text);
  if (known) return known;
  const decoded = decodeTcf(text);
  kept.set(text, decoded);
  return decoded;
}

/** The fault as the caller reads it: `malformed consent string <s>: <cause>`. */
export const malformedConsent = (text: string, { cause }: TcfFault): string => `malformed consent string ${text}: ${cause}`;
