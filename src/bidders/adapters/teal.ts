import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { always, byExtType, byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { quoted } from '../kit/messages.ts';
import { inventoryPatch } from '../kit/objects.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch } from '../kit/spec.ts';

const params = z.object({ account: z.string().min(1), placement: z.string().min(1).optional() });
type Params = Lenient<z.input<typeof params>>;

const readParams = readerOf(params);

function paramsError({ account = '', placement }: Params): BidderError | undefined {
  if (account.trim() === '') return badInput('account parameter failed validation');
  return placement?.trim() === '' ? badInput('placement parameter failed validation') : undefined;
}

/** The account of the first imp with valid params: it holds for the complete request. */
function accountOf({ request }: RequestContext): string | undefined {
  for (const imp of request.imp) {
    const found = paramsIn(imp, readParams);
    if ('value' in found && !paramsError(found.value)) return found.value.account;
  }
  return undefined;
}

function accountMismatch({ imp, params: { account = '' } }: ImpWithParams<Params>, context: RequestContext): BidderError | undefined {
  const shared = accountOf(context) ?? '';
  if (account === shared) return undefined;
  const [id, own, other] = [imp.id, account, shared].map(quoted);
  return badInput(`mixed-account requests are not supported: imp ${id} account ${own} differs from request account ${other}`);
}

function storedImp({ params: { placement }, ext }: ImpWithParams<Params>): ImpPatch | undefined {
  if (placement === undefined) return undefined;
  return { ext: { ...ext, srv: { ...object(ext.srv), storedrequest: { ...object(ext.srv?.storedrequest), id: placement } } } };
}

function toRequest([first]: Group<Params>, { request }: RequestContext): RequestPatch | BidderError {
  const ext = asObject(request.ext ?? null);
  if ('error' in ext) return generic(`teal: failed parsing request.ext: ${ext.error}`);
  const id = first?.params.account;
  return { ...inventoryPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id } })), ext: { ...ext.value, bids: { pbs: 1 } } };
}

const badExt = (id: string): BidderError => badInput(`Error parsing imp.ext for impression ${id}`);

export default defineBidder({
  code: 'teal',
  endpoint: 'https://a.bids.ws/openrtb2/auction',
  maintainer: 'prebid@teal.works',
  vendorId: 1378,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://bids.ws/load-pbs.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect_url={{.RedirectURL}}',
    },
  },
  params,

  badParams: (_, { id }, step) => (step === 'ext' ? badExt(id) : badInput(`Error parsing imp.ext.bidder for impression ${id}`)),
  imp: (item, context) => paramsError(item.params) ?? accountMismatch(item, context) ?? storedImp(item),
  request: toRequest,
  response: {
    mediaType: firstOf(
      byMtype(['banner', 'video', 'native']),
      byImp({
        order: ['banner', 'video', 'native'],
        otherwise: ({ impid }) => badServer(`failed to determine bid type for imp ${quoted(impid)}`),
      }),
    ),
  },
  java: {
    aliases: { tealplus: {} },
    badParams: (_, { id }) => badExt(id),
    imp: (item) => paramsError(item.params) ?? storedImp(item),
    response: { mediaType: firstOf(byExtType(), byImp({ order: ['banner', 'video', 'audio', 'native'] }), always('banner')) },
  },
});
