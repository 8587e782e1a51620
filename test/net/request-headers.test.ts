/** Headers that the transport adds to those of a bidder. */
import { afterAll, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/net/http.ts';
import { bidderServer } from '#test/helpers/host.ts';

const bidder = await bidderServer((request, response) => response.end(JSON.stringify(request.rawHeaders)));
afterAll(() => bidder.close());

/** The values of `Accept-Encoding` in a call with these headers. */
async function encodings(headers: Record<string, string>, http_client: object = {}): Promise<string[]> {
  const transport = new PoolTransport(hostSchema.parse({ http_client }).http_client, false);
  const sent = await new Promise<string[]>((resolve, reject) => {
    transport.send({ bidder: 'generic', method: 'GET', uri: bidder.origin, headers, gzip: false }, (exchanged) => {
      if (exchanged.kind === 'response') resolve(JSON.parse(exchanged.response.body) as string[]);
      else reject(new Error(exchanged.message));
    });
  });
  await transport.close();
  return sent.filter((_, i) => sent[i - 1]?.toLowerCase() === 'accept-encoding');
}

test('bidders are asked for gzip, unless the host or the bidder says otherwise', async () => {
  expect(await encodings({})).toEqual(['gzip']);
  expect(await encodings({}, { use_decompression: false })).toEqual([]);
  expect(await encodings({ 'Accept-Encoding': 'gzip, deflate' })).toEqual(['gzip, deflate']);
});
