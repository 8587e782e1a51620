/** The table of all bidder codes in BIDDERS.md, made from the catalogue. */
import type { BidderDefinition, BidderInfo } from '#src/bidders/bidder.ts';
import { readCatalogue } from '#src/bidders/catalogue.ts';

export const START = '<!-- codes -->';
export const END = '<!-- /codes -->';

const COLUMNS = ['code', 'alias of', 'site', 'app', 'dooh', 'OpenRTB', 'GPP', 'syncs', 'vendor id', 'params'];

const listOf = (types: readonly string[] | undefined): string => types?.join(' ') ?? '';

/** Kinds of user sync; the host may configure one that is not listed. */
const syncsOf = ({ userSync }: BidderInfo): string =>
  [userSync?.iframe && 'iframe', userSync?.redirect && 'redirect'].filter(Boolean).join(' ');

function rowOf(code: string, aliasOf: string, info: BidderInfo): string {
  const { capabilities, openrtb, gvlVendorId } = info;
  const cells = [
    `\`${code}\``,
    aliasOf && `\`${aliasOf}\``,
    listOf(capabilities.site),
    listOf(capabilities.app),
    listOf(capabilities.dooh),
    openrtb.version,
    openrtb.gppSupported ? 'yes' : '',
    syncsOf(info),
    gvlVendorId ? String(gvlVendorId) : '',
    `\`/bidders/params\` → \`${aliasOf || code}\``,
  ];
  return `| ${cells.join(' | ')} |`;
}

const rowsOf = ({ code, info, aliases }: BidderDefinition): [string, string][] => [
  [code, rowOf(code, '', info)],
  ...Object.entries(aliases).map(([alias, own]): [string, string] => [alias, rowOf(alias, code, { ...info, ...own })]),
];

/** One row per code, sorted by code ignoring case. */
export function codesTable(): string {
  const rows = readCatalogue().flatMap(rowsOf);
  rows.sort(([a], [b]) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en'));
  const head = [`| ${COLUMNS.join(' | ')} |`, `| ${COLUMNS.map(() => '---').join(' | ')} |`];
  return [`${rows.length} codes.`, '', ...head, ...rows.map(([, row]) => row)].join('\n');
}

/** The page with its table replaced. @throws Error where the page has no markers */
export function withCodes(page: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`docs/BIDDERS.md: the markers ${START} and ${END} are missing`);
  return `${page.slice(0, start + START.length)}\n${codesTable()}\n${page.slice(end)}`;
}
