import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import generic from '#src/bidders/adapters/generic.ts';
import type { BidderDefinition, SharedRequest } from '#src/bidders/bidder.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { status } from '#src/bidders/kit/status.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { RULES_BY_VARIANT } from '#src/config/rules-by-variant.ts';
import { hostSchema } from '#src/config/schema.ts';
import { builder, info, requestOf, response, sent } from './kit/builder.ts';

const repository = join(import.meta.dirname, '../..');
const page = readFileSync(join(repository, 'docs/BIDDERS.md'), 'utf8');
const blockAfter = (mark: string): string =>
  page
    .split(`<!-- ${mark} -->`)[1]
    ?.split('```')[1]
    ?.replace(/^\w+\n/, '') ?? '';

const root = mkdtempSync(join(tmpdir(), 'bidder-docs-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The page's example, as a file beside the kit. */
async function example(): Promise<BidderDefinition> {
  mkdirSync(join(root, 'src/bidders/adapters'), { recursive: true });
  for (const path of ['node_modules', 'src/bidders/kit', 'src/bidders/errors.ts']) symlinkSync(join(repository, path), join(root, path));
  const file = join(root, 'src/bidders/adapters/acme.ts');
  writeFileSync(file, blockAfter('example'));
  return ((await import(pathToFileURL(file).href)) as { default: BidderDefinition }).default;
}

describe('the page about bidders', () => {
  it('has a working example', async () => {
    const adapter = (await example()).build({ ...builder, endpoint: 'https://{{.Host}}.acme.example/openrtb2' });
    const imp = (id: string, publisherId: string, more: object = {}) => ({
      id,
      bidder: { publisherId, placementId: 7, floor: 0.5 },
      ...more,
    });
    const imps = [
      imp('1', 'p'),
      imp('2', 'q', { bidfloor: 2, bidfloorcur: 'EUR' }),
      imp('3', 'p'),
      imp('4', 'p', { bidfloor: 2, bidfloorcur: 'GBP' }),
    ];
    const { calls, errors } = adapter.makeRequests({ ...requestOf(...imps), site: { id: 's' } }, info);
    expect(errors).toEqual([badInput(`Currency conversion rate not found: 'GBP' => 'USD'`)]);
    expect(calls.map(({ uri, impIds }) => [uri, impIds])).toEqual([
      ['https://p.acme.example/openrtb2', ['1', '3']],
      ['https://q.acme.example/openrtb2', ['2']],
    ]);
    expect(calls[0]?.body).toMatchObject({
      site: { id: 's', publisher: { id: 'p' } },
      imp: [{ tagid: '7', bidfloor: 0.5, ext: undefined }, {}],
    });
    expect((calls[1]?.body as SharedRequest | undefined)?.imp[0]).toMatchObject({ bidfloor: 3, bidfloorcur: 'USD' });
    const bids = [
      { impid: '1', mtype: 2, price: 1.5, adm: '${AUCTION_PRICE}', ext: { acme: { deal_rank: 3 } } },
      { impid: '1', mtype: 4 },
    ];
    const made = adapter.makeBids(requestOf(), sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result?.bids).toMatchObject([{ type: 'video', dealPriority: 3, bid: { adm: '1.5' } }]);
    expect(made.errors).toEqual([badServer('unsupported MType 4')]);
  });

  it('has settings that add a partner without code', () => {
    const { adapters } = hostSchema.parse({ adapters: parse(blockAfter('settings')).adapters });
    const settings = { adapters, external_url: '', datacenter: '', gdpr: { host_vendor_id: 0 }, rules: RULES_BY_VARIANT.go };
    const partner = makeRegistry([generic], settings, builder.env).active('mypartner');
    expect(partner).toMatchObject({
      syncKey: 'mypartner',
      info: { aliasOf: 'generic', endpointCompression: 'gzip', capabilities: { site: ['banner', 'video'] }, gvlVendorId: 1234 },
    });
    const request = requestOf({ id: '1', banner: {}, bidder: { placement: 'top' } });
    expect(partner?.adapter.makeRequests(request, info).calls).toMatchObject([
      { uri: 'https://bid.mypartner.example/openrtb2', body: { imp: [{ ext: { bidder: { placement: 'top' } } }] } },
    ]);
  });

  it('lists every status policy', () => {
    const listed = [...page.matchAll(/^\| `status\.(s\d+)`/gm)].map(([, name]) => name);
    expect(listed).toEqual(Object.keys(status));
  });
});
