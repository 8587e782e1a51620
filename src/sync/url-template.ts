/**
 * Sync URLs: templates in the macros of either variant, compiled once, filled per request. Known spellings: `{{.GDPR}}`, `{{gdpr}}`,
 * `{gdpr}` and so on. Values are percent-encoded once, and once more inside the redirect.
 */
import { percentEncode, queryEscape } from '#src/lang/percent.ts';

const MACROS = ['GDPR', 'GDPRConsent', 'USPrivacy', 'GPP', 'GPPSID'] as const;
/** Replaced per request. */
export type PrivacyMacro = (typeof MACROS)[number];
export type PrivacyMacros = Readonly<Record<PrivacyMacro, string>>;

const JAVA_NAMES: Readonly<Record<string, string>> = {
  gdpr: 'GDPR',
  gdpr_consent: 'GDPRConsent',
  us_privacy: 'USPrivacy',
  gpp: 'GPP',
  gpp_sid: 'GPPSID',
  redirect_url: 'RedirectURL',
};
const MACRO =
  /\{\{\s*\.(?<go>.*?)\s*\}\}|\{\{\s*(?<java>gdpr|gdpr_consent|us_privacy|gpp|gpp_sid|redirect_url)\s*\}\}|(?<!\{)\{(?<single>gdpr|gdpr_consent|us_privacy|gpp|gpp_sid|redirect_url)\}(?!\})/g;

/** Literal text, or a macro: `raw` as written, `name` in our spelling. */
type Piece = { readonly literal: string } | { readonly raw: string; readonly name: string };

function toPieces(template: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(MACRO)) {
    if (match.index > end) pieces.push({ literal: template.slice(end, match.index) });
    const { go, java, single } = match.groups ?? {};
    pieces.push({ raw: match[0], name: go ?? JAVA_NAMES[java ?? single ?? ''] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < template.length) pieces.push({ literal: template.slice(end) });
  return pieces;
}

/** The template with everything escaped except macros. */
export const escapeAroundMacros = (template: string): string =>
  toPieces(template)
    .map((piece) => ('literal' in piece ? queryEscape(piece.literal) : piece.raw))
    .join('');

/** Values of one request, encoded once for the URL itself and twice for the redirect inside it. */
export interface MacroValues {
  readonly direct: PrivacyMacros;
  readonly nested: PrivacyMacros;
}

/** The values of all macros in both encodings. */
export function toMacroValues(macros: PrivacyMacros): MacroValues {
  const direct: Record<string, string> = {};
  const nested: Record<string, string> = {};
  for (const name of MACROS) {
    const once = percentEncode(macros[name]);
    direct[name] = once;
    nested[name] = percentEncode(once);
  }
  return { direct: direct as PrivacyMacros, nested: nested as PrivacyMacros };
}

type Part = string | { readonly macro: PrivacyMacro; readonly depth: 'direct' | 'nested' };

/** A compiled sync URL. */
export class UrlTemplate {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  render(values: MacroValues): string {
    let url = '';
    for (const part of this.#parts) url += typeof part === 'string' ? part : values[part.depth][part.macro];
    return url;
  }
}

/** Values known at startup; macros of redirect templates only. */
export interface StartMacros {
  readonly externalUrl: string;
  readonly bidder: string;
  /** Value of `f`. */
  readonly syncType: string;
  readonly userMacro: string;
}

const isPrivacyMacro = (name: string): name is PrivacyMacro => (MACROS as readonly string[]).includes(name);

/**
 * Compiles a bidder's URL with the redirect back to us replacing `{{.RedirectURL}}`.
 * @throws Error for an unknown macro, with the message of the ecosystem's servers
 */
export function compileUrl(url: string, redirect: string, start: StartMacros): UrlTemplate {
  const place = `${start.bidder.toLowerCase()}_usersync_url:1`;
  const parts: Part[] = [];
  for (const piece of toPieces(url)) {
    if ('literal' in piece) {
      const stray = /\{\{\s*([^\s{}|]*)[^{}]*(\}\})?/.exec(piece.literal);
      if (stray) throw new Error(`template: ${place}: ${stray[2] ? `function "${stray[1]}" not defined` : 'unclosed action'}`);
      parts.push(piece.literal);
    } else if (piece.name === 'RedirectURL') parts.push(...redirectParts(redirect, start, place));
    else if (isPrivacyMacro(piece.name)) parts.push({ macro: piece.name, depth: 'direct' });
    else throw new Error(`template: ${place}: can't evaluate field ${piece.name}`);
  }
  return new UrlTemplate(joinPieces(parts));
}

function redirectParts(redirect: string, start: StartMacros, place: string): Part[] {
  const known: Readonly<Record<string, string>> = {
    ExternalURL: start.externalUrl,
    SyncerKey: start.bidder,
    BidderName: start.bidder,
    SyncType: start.syncType,
    UserMacro: start.userMacro,
  };
  return toPieces(redirect).map((piece): Part => {
    if ('literal' in piece) return queryEscape(piece.literal);
    const value = Object.hasOwn(known, piece.name) ? known[piece.name] : undefined;
    if (value !== undefined) return queryEscape(value);
    if (isPrivacyMacro(piece.name)) return { macro: piece.name, depth: 'nested' };
    throw new Error(`template: ${place}: can't evaluate field ${piece.name}`);
  });
}

/** Merges adjacent strings. */
function joinPieces(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}
