/**
 * Every reader of text from outside, as one row: what decodes, which laws hold for any input, and where to start. `npm run fuzz` searches for
 * inputs that break them; `npm test` replays the corpus.
 */
import type { Decoder } from './decoder.ts';
import { AUCTIONS } from './decoders/auctions.ts';
import { ENDPOINTS } from './decoders/endpoints.ts';
import { MARKUP } from './decoders/markup.ts';
import { OPENRTB } from './decoders/openrtb.ts';
import { PRIVACY } from './decoders/privacy.ts';
import { SETTINGS } from './decoders/settings.ts';
import { SYNC } from './decoders/sync.ts';

export const DECODERS: readonly Decoder[] = [...AUCTIONS, ...OPENRTB, ...PRIVACY, ...SYNC, ...SETTINGS, ...MARKUP, ...ENDPOINTS];
