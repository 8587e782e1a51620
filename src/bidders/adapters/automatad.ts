import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { statusPolicy } from '../kit/status.ts';
import { javaPassThrough } from './families/plain-openrtb.ts';

export default defineBidder({
  code: 'automatad',
  endpoint: 'https://s2s.atmtd.com',
  maintainer: 'tech@automatad.com',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: z.object({ position: z.string().optional(), placementId: z.string().optional() }),

  readParams: 'never',
  headers: 'none',
  status: statusPolicy({
    messages: { 400: 'Unexpected status code: 400. Malformed request syntax received.' },
    other: "Unexpected status code: %d. Something went wrong on the bidder's side.",
  }),
  response: { currency: 'response', mediaType: always('banner') },
  java: javaPassThrough,
});
