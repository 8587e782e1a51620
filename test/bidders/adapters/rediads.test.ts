import rediads from '#src/bidders/adapters/rediads.ts';
import { java, testAdapter } from '../kit/adapter-table.ts';

const endpoint = 'https://{SUBDOMAIN}.acme.example/bid';

testAdapter(rediads, {
  requests: {
    'gets calls at the subdomain of its params in the Java variant': {
      ...java,
      builder: { endpoint, extraInfo: '{"default_subdomain":"eu"}' },
      params: [{ account_id: 'a', endpoint: 'us' }],
      calls: [{ uri: 'https://us.acme.example/bid' }],
    },
    'gets calls at the subdomain of a host of that variant otherwise': {
      ...java,
      builder: { endpoint, extraInfo: '{"default_subdomain":"eu"}' },
      params: [{ account_id: 'a' }],
      calls: [{ uri: 'https://eu.acme.example/bid' }],
    },
    'gets calls at its own subdomain if that host has none': {
      ...java,
      builder: { endpoint },
      params: [{ account_id: 'a' }],
      calls: [{ uri: 'https://bidding.acme.example/bid' }],
    },
  },
});
