/** A page for each bidder, made from the catalogue: what it supports, its codes and its params. */
import type { BidderDefinition } from '#src/bidders/bidder.ts';
import { readCatalogue } from '#src/bidders/catalogue.ts';

interface Param {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly [rule: string]: unknown;
}

interface ParamsSchema {
  readonly properties?: Readonly<Record<string, Param>>;
  readonly required?: readonly string[];
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(...head),
  row(...head.map(() => '---')),
  ...rows.map((cells) => row(...cells)),
];

/** What a param may be, in JSON Schema's terms. */
function rulesOf({ type, description: _description, ...rules }: Param): string {
  const types = typeof type === 'string' ? type : (type?.join(' or ') ?? '');
  const rest = Object.entries(rules).map(([rule, value]) => `${rule}: ${JSON.stringify(value)}`);
  return [types, ...rest].filter((text) => text !== '').join('; ');
}

function paramsOf(schema: ParamsSchema): string[] {
  const { properties: params = {}, required = [] } = schema;
  const isDescribed = Object.values(params).some(({ description }) => description !== undefined);
  const rows = Object.entries(params).map(([name, param]) => [
    code(name),
    required.includes(name) ? 'yes' : '',
    cell(rulesOf(param)),
    ...(isDescribed ? [cell(param.description ?? '')] : []),
  ]);
  return rows.length === 0 ? ['It has no params.'] : table(['param', 'required', 'rule', ...(isDescribed ? ['meaning'] : [])], rows);
}

const yes = (value: unknown): string => (value ? 'yes' : 'no');

/** One bidder's page as Markdown. */
function pageOf(bidder: BidderDefinition): string {
  const { info, aliases } = bidder;
  const codes = Object.keys(aliases);
  const { capabilities, openrtb, userSync } = info;
  const syncs = [userSync?.iframe && 'iframe', userSync?.redirect && 'redirect'].filter(Boolean).join(', ');
  const properties = [
    ['Site', capabilities.site?.join(', ') ?? 'no'],
    ['App', capabilities.app?.join(', ') ?? 'no'],
    ['DOOH', capabilities.dooh?.join(', ') ?? 'no'],
    ['OpenRTB', openrtb.version],
    ['GPP', yes(openrtb.gppSupported)],
    ['Vendor id (TCF)', info.gvlVendorId ? String(info.gvlVendorId) : 'none'],
    ['User syncs', syncs || 'none built in'],
    ['Requests with gzip', yes(info.endpointCompression)],
    ['Aliases', codes.map(code).join(', ') || 'none'],
  ];
  return [
    `# ${bidder.code}`,
    '',
    ...table(['property', 'value'], properties),
    '',
    '## Params',
    '',
    `The publisher gives them in ${code(`imp[].ext.prebid.bidder.${bidder.code}`)}.`,
    '',
    ...paramsOf((bidder.schema ?? {}) as ParamsSchema),
    '',
  ].join('\n');
}

export interface BidderPage {
  readonly file: string;
  readonly markdown: string;
}

/** @returns pages, and the page that lists them */
export function bidderPages(): readonly BidderPage[] {
  const bidders = [...readCatalogue()].sort((a, b) => a.code.localeCompare(b.code, 'en'));
  const pages = bidders.map((bidder) => ({ file: `docs/bidders/${bidder.code}.md`, markdown: pageOf(bidder) }));
  const rows = bidders.map(({ code: name, aliases }) => [`[${name}](${name}.md)`, Object.keys(aliases).map(code).join(', ')]);
  const list = ['# All bidders', '', ...table(['code', 'aliases'], rows), ''].join('\n');
  return [{ file: 'docs/bidders/README.md', markdown: list }, ...pages];
}
