import { describe, expect, it } from 'vitest';
import { filled, without, withPublisher } from '#src/bidders/kit/objects.ts';

describe('copies of shared objects', () => {
  it('omit fields, and are the same object if nothing is omitted', () => {
    const site = Object.freeze({ id: '1', domain: 'a.example' });
    expect(without(site, 'domain')).toEqual({ id: '1' });
    expect(without(site as { id: string; page?: string }, 'page')).toBe(site);
    expect(without(undefined, 'domain' as never)).toBeUndefined();
    for (const malformed of ['text', 5, ['domain']]) expect(without(malformed as object, 'domain' as never)).toBe(malformed);
  });

  it('omit empty values', () => {
    expect(filled({ a: 0, b: '', c: [], d: false, e: null, f: undefined, g: 'x', h: [0] })).toEqual({ g: 'x', h: [0] });
  });

  it('have another publisher id, with a publisher created if absent', () => {
    const site = Object.freeze({ id: '1', publisher: Object.freeze({ id: 'old', domain: 'a.example' }) });
    expect(withPublisher(site, 'new')).toEqual({ id: '1', publisher: { id: 'new', domain: 'a.example' } });
    expect(withPublisher(site, '')).toEqual(site);
    expect(withPublisher<{ id: string; publisher?: { id: string } }>({ id: '1' }, 'new')).toEqual({ id: '1', publisher: { id: 'new' } });
    expect(withPublisher(undefined, 'new')).toBeUndefined();
  });
});
