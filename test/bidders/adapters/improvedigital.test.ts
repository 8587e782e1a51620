import { describe, expect, it } from 'vitest';
import improvedigital from '#src/bidders/adapters/improvedigital.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const adapter = improvedigital.build({ ...builder, endpoint: 'https://host.example/{PublisherId}pbs' });

describe('improvedigital', () => {
  it('is called under the path of the publisher, whatever else the params contain', () => {
    const params = [{ publisherId: 7, placementId: 'text', size: 1 }, { PublisherID: 8 }, { publisherId: 'text' }, 'text', undefined];
    const request = requestOf(...params.map((bidder, index) => ({ id: String(index), banner: {}, bidder })));
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls.map(({ uri }) => uri.slice('https://host.example/'.length))).toEqual(['7/pbs', '8/pbs', 'pbs', 'pbs', 'pbs']);
  });
});
