/** Topic `misc`: version body, identification header, safe hosts, cache address. */
import { isHost } from '#src/bidders/kit/url.ts';
import { cacheAddress } from '#src/cache/address.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { outgoingProduct, versionBody } from '#src/openrtb/product.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: given }: Row): Record<string, unknown> {
  const text = (name: string): string => String(given[name] ?? '');
  if (given['op'] === 'version-body') return { body: versionBody(text('version'), text('revision')) };
  if (given['op'] === 'safe-host') return { safe: isHost(text('host')) };
  if (given['op'] === 'cache-url') return { ...cacheAddress({ scheme: text('scheme'), host: text('host'), path: text('path') }) };
  const request = { ext: given['requestExt'], app: { ext: given['appExt'] } } as Pick<BidRequest, 'ext' | 'app'>;
  return { value: outgoingProduct(request, text('version'), dialects.go.fanOut.product, text('server')) };
}
