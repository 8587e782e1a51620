import { describe, expect, it } from 'vitest';
import { aTask, validRequest } from '#test/helpers/auction.ts';
import { outcome, type RespondInput, runRespond } from '#test/helpers/respond.ts';

describe('debug output', () => {
  const shown = { requested: true, shown: true, capture: true, override: false };
  const [call] = aTask('alpha', validRequest()).calls;
  if (!call) throw new Error('the plain adapter makes a call');
  const headers = { Authorization: 'secret', Accept: ['a', 'b'], 'X-One': '1' };
  const response = { status: 200, headers: {}, body: 'answer' };
  const outcomes = [
    outcome('alpha', {
      calls: [
        { call: { ...call, headers }, sentBody: () => 'sent', response, ms: 1 },
        { call: { ...call, body: 'text' }, ms: 1 },
      ],
    }),
    outcome('shy', { calls: [{ call, sentHeaders: { A: 'b' }, ms: 1 }] }),
    outcome('idle'),
  ];
  const debug = (over: RespondInput) => runRespond({ ...over, auction: { outcomes, debug: shown, ...over.auction } }).response?.ext;

  it('shows calls without secrets, and warns about hidden ones', () => {
    const made = debug({ auction: { resolvedRequest: validRequest() } });
    expect(made?.debug).toEqual({
      httpcalls: {
        alpha: [
          {
            uri: call.uri,
            requestbody: 'sent',
            requestheaders: { Accept: ['a', 'b'], 'X-One': ['1'] },
            responsebody: 'answer',
            status: 200,
          },
          { uri: call.uri, requestbody: 'text', requestheaders: {}, responsebody: '', status: 0 },
        ],
      },
      resolvedrequest: validRequest(),
    });
    expect(made?.warnings).toEqual({ shy: [{ code: 10003, message: 'debug turned off for bidder' }] });
  });

  it('leaves out bodies beyond the limit of the host', () => {
    const made = debug({ auction: { debug: shown }, settings: { debug: { max_body_chars: 10 } } });
    const requestbody = 'not shown: the debug output of this auction exceeds debug.max_body_chars';
    const alpha = [{ requestbody: 'sent', responsebody: 'answer' }, { requestbody }];
    expect(made?.debug?.['httpcalls']).toMatchObject({ alpha });
  });

  it('reports hidden calls once in the Java variant, and shows what was sent in calls without a response', () => {
    const made = debug({ auction: { debug: shown }, settings: { variant: 'java' } });
    const respondedCall = expect.objectContaining({ status: 200 }) as unknown;
    const notResponded = { uri: call.uri, requestbody: 'text', requestheaders: {} };
    expect(made?.debug).toEqual({ httpcalls: { alpha: [respondedCall, notResponded] } });
    expect(made?.warnings).toEqual({ srv: [{ code: 999, message: 'Debug turned off for bidder: shy' }] });
  });

  it('shows statuses that are errors, and their bodies, in the Java variant only', () => {
    const statusOf = (status: number, variant: 'go' | 'java'): unknown => {
      const auction = { outcomes: [outcome('alpha', { calls: [{ call, response: { ...response, status }, ms: 1 }] })] };
      const calls = debug({ auction, settings: { variant } })?.debug?.['httpcalls'] as {
        alpha: { status: number; responsebody: string }[];
      };
      return calls.alpha.map((one) => [one.status, one.responsebody]);
    };
    expect([199, 204, 399, 400, 503].map((status) => statusOf(status, 'go'))).toEqual([
      [[0, '']],
      [[204, 'answer']],
      [[399, 'answer']],
      [[0, '']],
      [[0, '']],
    ]);
    expect(statusOf(503, 'java')).toEqual([[503, 'answer']]);
  });

  it("shows everything to holders of the host's token", () => {
    const made = debug({ auction: { debug: { ...shown, override: true } } });
    expect([Object.keys(made?.debug?.['httpcalls'] ?? {}), made?.warnings]).toEqual([['alpha', 'shy'], undefined]);
  });

  it('marks stored responses', () => {
    const stored = { bidder: 'alpha', impId: 'imp-1', body: 'stored', replaceImpId: true };
    const auction = { outcomes: [outcome('alpha', { calls: [{ call, stored, ms: 0 }] })] };
    const reported = {
      uri: '',
      requestbody: 'Stored bid response for impression id: imp-1',
      requestheaders: {},
      responsebody: 'stored',
      status: 200,
    };
    expect(debug({ auction })?.debug).toEqual({ httpcalls: { alpha: [reported] } });
    const read = { ...response, body: 'as read' };
    expect(debug({ auction: { outcomes: [outcome('alpha', { calls: [{ call, stored, response: read, ms: 0 }] })] } })?.debug).toEqual({
      httpcalls: { alpha: [{ ...reported, responsebody: 'as read' }] },
    });
    expect(debug({ auction, settings: { response: { shape: 'java' } } })?.debug).toEqual({
      httpcalls: { alpha: [{ ...reported, calltype: 'stored-bid-response-call' }] },
    });
    const replaced = outcome('alpha', { calls: [{ call, stored: { ...stored, call }, response: read, sentBody: () => 'text', ms: 0 }] });
    expect(debug({ auction: { outcomes: [replaced] }, settings: { response: { shape: 'java' } } })?.debug).toEqual({
      httpcalls: {
        alpha: [
          {
            uri: call.uri,
            requestbody: 'text',
            requestheaders: {},
            responsebody: 'as read',
            status: response.status,
            calltype: 'stored-bid-response-call',
          },
        ],
      },
    });
  });

  it('is an empty object without content, and absent if it is not shown', () => {
    expect(debug({ auction: { outcomes: [] } })?.debug).toEqual({});
    expect(debug({ auction: { debug: { requested: false, shown: false, capture: false, override: false } } })?.debug).toBeUndefined();
  });
});
