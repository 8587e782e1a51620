import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { type Reader, readerOf } from '../kit/reader.ts';

const readParams = readerOf(z.object({ publisherpath: z.string(), pid: z.string() })) as Reader<{
  readonly publisherpath?: string | undefined;
  readonly pid?: string | undefined;
}>;

const typeUnknown = (impId: string, mtype: number): string => `Unable to fetch mediaType in impID: ${impId}, mType: ${mtype}`;

export default defineBidder({
  code: 'roulax',
  endpoint: 'http://dsp.rcoreads.com/api/{{.PublisherID}}?pid={{.AccountID}}',
  maintainer: 'bussiness@roulax.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ PId: z.string().min(1).optional(), PublisherPath: z.string().min(1), Pid: z.unknown() }),

  paramsOf: 'first',
  readParams,
  macros: ({ params: { publisherpath, pid } }) => ({ PublisherID: publisherpath, AccountID: pid }),
  headers: 'json',
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid, mtype = 0 }) => generic(typeUnknown(impid, mtype))),
  },
  java: {
    badParams: (cause) => badInput(`Failed to deserialize Roulax extension: ${cause}`),
    macros: (_, { request }) => {
      const bidder: unknown = request.imp[0]?.ext?.bidder;
      const { PublisherPath: path, Pid: pid } = isObject(bidder) ? bidder : {};
      return { PublisherID: String(path ?? '').trim(), AccountID: String(pid ?? '').trim() };
    },
    response: {
      mediaType: byMtype(['banner', 'video', 'native'], ({ id, impid, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : typeUnknown(impid, mtype)),
      ),
    },
  },
});
