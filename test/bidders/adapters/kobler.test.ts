import kobler from '#src/bidders/adapters/kobler.ts';
import { java, testAdapter } from '../kit/adapter-table.ts';

const ofHost = { extraInfo: '{"dev_endpoint":"https://dev.example/bid"}' };

testAdapter(kobler, {
  requests: {
    'gets test requests at its own test endpoint': {
      params: [{ test: true }],
      calls: [{ uri: 'https://bid-service.dev.essrtb.com/bid/prebid_server_rtb_call' }],
    },
    'gets test requests where a host of the Java variant wants them': {
      ...java,
      builder: ofHost,
      params: [{ test: true }],
      calls: [{ uri: 'https://dev.example/bid' }],
    },
    'gets other requests at its endpoint': { builder: ofHost, params: [{}], calls: [{ uri: 'https://acme.example/bid' }] },
  },
});
