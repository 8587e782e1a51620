import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byMtype, byReadExtType, extType, toMediaType } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import type { RequestPatch, SharedImp } from '../kit/spec.ts';

const byKnownMtype = byMtype(['banner', 'video', 'native'], ({ mtype = 0 }) => generic(`unable to get media type ${mtype}`));
const byJavaMtype = byMtype(['banner', 'video', 'native'], ({ mtype = 0 }) => badServer(`unable to get media type ${mtype}`));

const byOwnType = byReadExtType({
  missing: ({ id, ext }, cause) =>
    ext === undefined || cause === undefined ? generic(`missing media type for bid: ${id}`) : badServer(cause),
});

const readSite = readerOf(z.object({ siteId: z.union([z.number(), z.string()]) }));

/** The site of the first imp, as text. */
function accountOf(imp: SharedImp | undefined): string | undefined {
  const found = imp ? paramsIn(imp, readSite) : { error: '' };
  return 'error' in found || found.value.siteId === undefined ? undefined : String(found.value.siteId);
}

/** The site, created if absent, with this account as its publisher's. */
const accountPatch = (site: SharedRequest['site'], parentAccount: string | undefined): RequestPatch => ({
  site: { ...site, publisher: { ...site?.publisher, ext: { srv: { parentAccount } } } },
});

export default defineBidder({
  code: 'akcelo',
  endpoint: 'https://s2s.sportslocalmedia.com/openrtb2/auction',
  maintainer: 'tech@akcelo.io',
  capabilities: { site: ['banner', 'video', 'native'] },
  params: z.object({ adUnitID: z.number().optional(), siteId: z.number(), test: z.number().optional(), adUnitId: z.unknown() }),

  before: ({ request: { imp, site } }) => {
    if (imp.length === 0) return badInput('No valid Imp');
    const account = accountOf(imp[0]);
    return account === undefined ? badInput('Cannot find valid siteId') : accountPatch(site, account);
  },
  readParams: () => ({ value: {} }),
  badParams: (_, { id }) => badInput(`Unsupported imp : ${id}`),
  onBadImp: 'keep',
  imp: ({ ext: { bidder } }) => ({ ext: { akcelo: bidder } }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: (bid, context) => (bid.mtype ? byKnownMtype : byOwnType)(bid, context),
  },
  java: {
    before: ({ request: { imp, site } }) => (imp.length === 0 ? badInput('No valid Imp') : accountPatch(site, accountOf(imp[0]))),
    readParams: 'required',
    badParams: undefined,
    paramsOf: 'first',
    onBadImp: 'drop',
    response: {
      mediaType: (bid, context) => {
        if (bid.mtype) return byJavaMtype(bid, context);
        return toMediaType(extType(bid)) ?? badServer(`missing media type for bid ${bid.id}`);
      },
    },
  },
});
