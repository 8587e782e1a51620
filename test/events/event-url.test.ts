import { describe, expect, it } from 'vitest';
import { eventUrl, eventUrlWithAuction } from '#src/events/event-url.ts';
import { queryEscape } from '#src/lang/percent.ts';

const event = { externalUrl: 'https://bids.example', type: 'imp', bidId: 'bid-1', accountId: 'pub' } as const;

describe('an event address', () => {
  it('has type, bid and account first, then the other set parameters, sorted', () => {
    const all = {
      ...event,
      bidder: 'a b',
      format: 'b',
      integration: 'i',
      timestamp: 7,
      analytics: '1',
      type: 'vast' as const,
      vtype: 'start',
    };
    expect(eventUrl(event)).toBe('https://bids.example/event?t=imp&b=bid-1&a=pub');
    expect(eventUrl(all)).toBe('https://bids.example/event?t=vast&b=bid-1&a=pub&bidder=a+b&f=b&int=i&ts=7&vtype=start&x=1');
  });

  it('keeps ids readable and escapes what would break the query', () => {
    expect(eventUrl({ ...event, bidId: 'x/y:z==', accountId: 'a&t=win' })).toBe('https://bids.example/event?t=imp&b=x/y:z==&a=a%26t%3Dwin');
  });

  it('names the auction in the other order, with an integration even if empty', () => {
    const own = { ...event, auctionId: 'auction', bidder: 'alpha', format: 'i', timestamp: 7 };
    expect(eventUrlWithAuction(own)).toBe('https://bids.example/event?t=imp&b=bid-1&a=pub&aid=auction&ts=7&bidder=alpha&f=i&int=');
    expect(eventUrlWithAuction({ ...event, analytics: '0', integration: 'x' })).toBe(
      'https://bids.example/event?t=imp&b=bid-1&a=pub&int=x&x=0',
    );
  });

  it('escapes queries as forms do', () => expect(queryEscape("a b&c'd(e)!*")).toBe('a+b%26c%27d%28e%29%21%2A'));
});
