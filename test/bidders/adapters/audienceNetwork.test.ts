import { describe, expect, it } from 'vitest';
import audienceNetwork from '#src/bidders/adapters/audienceNetwork.ts';
import type { SharedRequest } from '#src/bidders/bidder.ts';
import { builder, info, requestOf, sent } from '../kit/builder.ts';

const adapter = audienceNetwork.build({ ...builder, platformId: 'platform', appSecret: 'secret' });

describe('audienceNetwork', () => {
  it('notifies the exchange of a timeout', () => {
    const body = { ...requestOf({ id: '1' }), id: 'a&b', app: { publisher: { id: '123' } } };
    expect(adapter.timeoutNotice?.({ ...sent, body })).toEqual({
      method: 'GET',
      uri: 'https://www.facebook.com/audiencenetwork/nurl/?partner=platform&app=123&auction=a%26b&ortb_loss_code=2',
      headers: {},
      impIds: ['1'],
    });
    expect(adapter.timeoutNotice?.({ ...sent, body: requestOf({ id: '1' }) })).toBeUndefined();
    expect(adapter.timeoutNotice?.(sent)).toBeUndefined();
  });

  it('receives the user’s ext without the consented providers, and a malformed one as it is', () => {
    const request = requestOf({ id: '1', banner: { h: 50 }, bidder: { placementId: '1_2' } });
    const extOf = (ext: unknown): unknown =>
      adapter
        .makeRequests({ ...request, user: { buyeruid: 'b', ext } } as SharedRequest, info)
        .calls.map(({ body }) => (body as SharedRequest).user?.ext);
    expect(extOf({ consented_providers_settings: {}, consent: 'c' })).toEqual([{ consent: 'c' }]);
    expect(extOf('text')).toEqual(['text']);
  });

  it('does not start without the host’s account', () => {
    expect(() => audienceNetwork.build(builder)).toThrow(
      'PartnerID is not configured. Did you set adapters.facebook.platform_id in the app config?',
    );
    expect(() => audienceNetwork.build({ ...builder, platformId: 'platform' })).toThrow('AppSecret is not configured');
  });
});
