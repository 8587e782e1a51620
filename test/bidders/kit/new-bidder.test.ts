import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BidderDefinition } from '#src/bidders/bidder.ts';
import { addBidder, newBidder } from '#src/bidders/kit/new-bidder.ts';
import { builder, info, requestOf, response, sent } from './builder.ts';

const repository = join(import.meta.dirname, '../../..');
let root = '';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'new-bidder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a new bidder', () => {
  it('works as generated', async () => {
    mkdirSync(join(root, 'src/bidders'), { recursive: true });
    for (const path of ['node_modules', 'src/bidders/kit', 'src/bidders/errors.ts']) symlinkSync(join(repository, path), join(root, path));
    newBidder(root, 'acme');
    const { default: acme } = (await import(pathToFileURL(join(root, 'src/bidders/adapters/acme.ts')).href)) as {
      default: BidderDefinition;
    };
    expect(acme.code).toBe('acme');
    const adapter = acme.build(builder);
    const request = requestOf({ id: '1', banner: {}, bidder: { placementId: 'p' } });
    expect(adapter.makeRequests(request, info)).toMatchObject({ calls: [{ body: { imp: [{ tagid: 'p' }] } }], errors: [] });
    expect(adapter.makeBids(request, sent, response({ seatbid: [{ bid: [{ impid: '1' }] }] }))).toMatchObject({
      result: { bids: [{ type: 'banner' }] },
    });
  });

  it('includes a test, and lists what is left to fill in', () => {
    expect(newBidder(root, '9acme_x')).toEqual(['src/bidders/adapters/9acme_x.ts', 'test/bidders/adapters/9acme_x.test.ts']);
    expect(textOf('test/bidders/adapters/9acme_x.test.ts')).toContain("import bidder from '#src/bidders/adapters/9acme_x.ts';");
    const text = textOf('src/bidders/adapters/9acme_x.ts');
    expect(text).toContain("code: '9acme_x',");
    expect(text.match(/FILL IN: .+/g)).toEqual([
      'FILL IN: address of calls',
      'FILL IN: contact of the partner',
      'FILL IN: media types it buys',
      'FILL IN: what publishers give',
      'FILL IN: what differs from the request as it is',
    ]);
  });

  it('imports names in the order that the linter demands', () => {
    const generated = newBidder(root, 'acme').map(textOf).join('');
    const lists = [...generated.matchAll(/^import \{ (.+) \} from/gm)].map(([, names = '']) => names.split(', '));
    expect(lists).toContainEqual(['builder', 'info', 'requestOf', 'response', 'sent']);
    for (const names of lists) expect(names).toEqual([...names].sort());
  });

  it('uses the arguments of the command line', () => {
    newBidder(root, 'acme', { endpoint: "https://acme.example/it's", maintainer: 'ads@acme.example' });
    const text = textOf('src/bidders/adapters/acme.ts');
    expect(text).toContain("endpoint: 'https://acme.example/it\\'s',\n");
    expect(text).toContain("maintainer: 'ads@acme.example',\n");
  });

  it('never overwrites a file, in any case', () => {
    mkdirSync(join(root, 'test/bidders/adapters'), { recursive: true });
    writeFileSync(join(root, 'test/bidders/adapters/Acme.test.ts'), 'mine');
    expect(() => newBidder(root, 'acme')).toThrow('file exists: test/bidders/adapters/acme.test.ts');
    expect(textOf('test/bidders/adapters/Acme.test.ts')).toBe('mine');
    expect(() => textOf('src/bidders/adapters/acme.ts')).toThrow();
    for (const code of ['', '../acme', 'a b', 'acme.ts', '_x']) {
      expect(() => newBidder(root, code)).toThrow('invalid bidder code');
    }
  });

  it('has no name that another bidder has in one of the variants', async () => {
    await expect(addBidder('GothamAds', {})).rejects.toThrow('GothamAds is a name of intenze already');
  });
});
