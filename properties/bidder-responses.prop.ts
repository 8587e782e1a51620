/** Every adapter reads mutated responses of its bidder: bids or errors, never an exception. */
import { describe, expect, test } from 'vitest';
import type { Call, SharedRequest } from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { seededRandom } from '#src/lang/seeded-random.ts';
import { mutated } from '../bench/chaos/mutations.ts';
import { builderOf } from './arbitraries/adapter-input.ts';
import { fullRequest } from './arbitraries/full.ts';
import { partnerResponse } from './arbitraries/partner-response.ts';
import { runs } from './runs.ts';

const random = seededRandom(Number(process.env['PROPERTY_SEED']) || 1);
const bodies = Array.from({ length: runs(12).numRuns }, (_, i) => {
  const body = mutated(partnerResponse, random);
  return i % 10 === 0 ? `[${body}]` : body;
});
const request = fullRequest as unknown as SharedRequest;
const call: Call = { method: 'POST', uri: 'https://partner.example', headers: {}, impIds: ['banner'] };

describe('every adapter', async () => {
  const definitions = await findDefinitions();

  test.each(['go', 'java'] as const)('of a host of variant %s reads mutated responses', (dialect) => {
    const failed = new Set<string>();
    for (const definition of definitions) {
      const adapter = definition.build({ ...builderOf(definition), dialect });
      for (const body of bodies) {
        try {
          JSON.stringify(adapter.makeBids(request, call, { status: 200, headers: {}, body }));
        } catch (cause) {
          failed.add(`${definition.code}: ${String(cause)} for ${body.slice(0, 200)}`);
        }
      }
    }
    expect([...failed]).toEqual([]);
  });
});
