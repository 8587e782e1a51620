/** Cost of the rule engine per imp and rule set: compiled rules, evaluated for a request of ten imps that no rule changes. */
import { compileJava } from '#src/modules/rule-engine/compile-java.ts';
import { RULE_DIALECTS } from '#src/modules/rule-engine/dialects.ts';
import type { RuleContext } from '#src/modules/rule-engine/rule-context.ts';
import { runRules } from '#src/modules/rule-engine/run.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { type PartLine, sampleMicros } from '../parts.ts';

const IMPS = 10;
const COUNTRIES = ['MEX', 'CUB', 'CAN', 'FRA', 'DEU', 'ITA', 'ESP', 'GBR'];

const rule = (conditions: string[]) => ({ conditions, results: [{ function: 'excludeBidders', args: { bidders: ['sigma'] } }] });
const set = (types: string[]) => ({
  stage: 'processed-auction-request',
  modelGroups: [
    {
      weight: 100,
      schema: [{ function: 'deviceCountry' }, { function: 'mediaTypeIn', args: { types } }, { function: 'channel' }],
      rules: COUNTRIES.flatMap((country) => [rule([country, 'true', 'web']), rule([country, 'false', '*'])]),
    },
  ],
});

const imp = (id: string) => ({ id, banner: {}, ext: { srv: { bidder: { alpha: {}, beta: {}, gamma: {} } } } });
const request = {
  id: 'r',
  imp: Array.from({ length: IMPS }, (_, i) => imp(`imp-${i}`)),
  device: { geo: { country: 'FRA' } },
  ext: { srv: { channel: { name: 'web' } } },
} as unknown as BidRequest;

export function measure(): PartLine[] {
  const sets = compileJava({ ruleSets: [set(['banner']), set(['video'])] });
  const context: RuleContext = { request, hostRegion: 'local', draw: () => 0, isSynced: () => false };
  const samples = sampleMicros(() => void runRules(sets, context, RULE_DIALECTS.java), 500);
  return [{ name: 'rule engine: one imp and rule set', value: samples.map((micros) => micros / (IMPS * sets.length)), target: 3 }];
}
