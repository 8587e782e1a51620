import { describe, expect, it } from 'vitest';
import { outgoingProduct, productRecord, versionBody } from '#src/openrtb/product.ts';
import { dialects } from '#test/helpers/dialects.ts';

describe('the identification header', () => {
  it('names this server, the channel and the SDK', () => {
    const request = {
      ext: { srv: { channel: { name: 'pbjs', version: '10.2' } } },
      app: { ext: { srv: { source: 'prebid-mobile', version: '3.0' } } },
    };
    expect(outgoingProduct(request, '1.2.3', dialects.go.fanOut.product)).toBe('auctor/1.2.3,pbjs/10.2,prebid-mobile/3.0');
    expect(outgoingProduct(request, '1.2.3', dialects.java.fanOut.product)).toBe('pbjs/10.2,prebid-mobile/3.0,auctor/1.2.3');
  });

  it('omits records without a name and writes unknown for a missing version', () => {
    expect(outgoingProduct({ ext: { srv: { channel: { version: '1' } } } }, '', dialects.go.fanOut.product)).toBe('auctor/unknown');
    expect(outgoingProduct({ ext: { srv: { channel: { name: 'pbjs' } } } }, '1', dialects.go.fanOut.product)).toBe('auctor/1,pbjs/unknown');
    expect(outgoingProduct({ ext: { srv: { channel: { name: 'pbjs' } } } }, '1', dialects.java.fanOut.product)).toBe('auctor/1');
    expect(productRecord('1')).toBe('auctor/1');
  });

  it('contains no characters that are invalid in a header', () => {
    const channel = { name: 'a\r\nX-Evil: 1', version: 'ä' };
    expect(outgoingProduct({ ext: { srv: { channel } } }, '1', dialects.go.fanOut.product)).toBe('auctor/1');
    expect(outgoingProduct({ ext: { srv: { channel: { name: 'ok', version: 'ä\n' } } } }, '1', dialects.go.fanOut.product)).toBe(
      'auctor/1,ok/unknown',
    );
    expect(outgoingProduct({ ext: { srv: { channel: 7 as never } }, app: { ext: { srv: 'x' } } }, '1', dialects.go.fanOut.product)).toBe(
      'auctor/1',
    );
  });
});

describe('the version body', () => {
  it('has not-set for unset values', () => {
    expect(versionBody('', '')).toEqual({ revision: 'not-set', version: 'not-set' });
    expect(versionBody('1', 'abc')).toEqual({ revision: 'abc', version: '1' });
  });
});
