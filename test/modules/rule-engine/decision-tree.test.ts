import { expect, test } from 'vitest';
import { decisionTrees } from '#src/modules/rule-engine/decision-tree.ts';
import { toMermaid, toOutline } from '#src/modules/rule-engine/draw-tree.ts';
import type { Ext } from '#src/openrtb/ext.ts';

const exclude = (...bidders: string[]): Ext => ({ function: 'excludeBidders', args: { bidders } });
const set = (...modelgroups: Ext[]): Ext => ({ stage: 'processed_auction_request', name: 'countries', modelgroups });

const SETTINGS: Ext = {
  enabled: true,
  rulesets: [
    set(
      {
        weight: 75,
        schema: [{ function: 'deviceCountryIn', args: { countries: ['MEX', 'CAN'] } }, { function: 'channel' }],
        rules: [
          { conditions: ['true', 'web'], results: [exclude('kappa', 'sigma')] },
          { conditions: ['true', 'amp'], results: [] },
          { conditions: ['*', 'amp'], results: [exclude('sigma')] },
        ],
        default: [exclude('lambda')],
      },
      { weight: 25, default: [exclude('"<all>"')] },
    ),
  ],
};

test('the text of a rule set shows every branch, and what a value without a rule leads to', () => {
  expect(toOutline(decisionTrees(SETTINGS, 'go'))).toBe(`countries (75 % of requests)
  deviceCountryIn(MEX, CAN)?
  ├─ true: channel?
  │  ├─ web: excludeBidders kappa, sigma
  │  ├─ amp: no change
  │  └─ otherwise: excludeBidders lambda
  └─ otherwise: channel?
     ├─ amp: excludeBidders sigma
     └─ otherwise: excludeBidders lambda

countries (25 % of requests)
  excludeBidders "<all>"`);
});

test('the chart of a rule set has a node per function and per result, with escaped labels', () => {
  const chart = toMermaid(decisionTrees(SETTINGS, 'go')).split('\n');
  expect(chart.slice(0, 5)).toEqual([
    'flowchart LR',
    '  subgraph t0["countries (75 % of requests)"]',
    '    n0{"deviceCountryIn(MEX, CAN)"}',
    '    n1{"channel"}',
    '    n2["excludeBidders kappa, sigma"]',
  ]);
  expect(chart).toContain('    n0 -- "true" --> n1');
  expect(chart.slice(-3)).toEqual([
    '  subgraph t1["countries (25 % of requests)"]',
    '    n8["excludeBidders #quot;&lt;all>#quot;"]',
    '  end',
  ]);
});

test('sets of the Java variant are drawn with their synced ids and tags', () => {
  const settings = {
    ruleSets: [
      {
        stage: 'processed-auction-request',
        modelGroups: [
          {
            weight: 1,
            schema: [{ function: 'mediaTypeIn', args: { types: ['video'] } }],
            rules: [
              { conditions: ['true'], results: [{ function: 'includeBidders', args: { bidders: ['kappa'], ifSyncedId: true } }] },
              { conditions: ['false'], results: [{ function: 'logAtag', args: { analyticsValue: 'banner' } }] },
            ],
          },
        ],
      },
    ],
  };
  expect(toOutline(decisionTrees(settings, 'java'))).toBe(`set 1
  mediaTypeIn(video)?
  ├─ true: includeBidders kappa, if synced
  ├─ false: logAtag banner
  └─ otherwise: no change`);
});
