import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '#src/cache/memory.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const step = fc.oneof(
  fc.record({ id: fc.integer({ min: 0, max: 30 }), length: fc.integer({ min: 0, max: 900 }), ttl: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ wind: fc.integer({ min: 0, max: 15 }) }),
);

describe('the bid cache', () => {
  it('never exceeds its byte budget', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 200, max: 4000 }), (steps, maxBytes) => {
        const clock = new WoundClock();
        const store = new MemoryStore({ maxBytes, maxValueBytes: 800 }, clock);
        for (const each of steps) {
          if ('wind' in each) clock.wind(each.wind * 1000);
          else store.put(`id-${each.id}`, { type: 'xml', content: 'é'.repeat(each.length) }, each.ttl);
          expect(store.bytes).toBeLessThanOrEqual(maxBytes);
        }
      }),
    );
  });

  it('returns a stored value for its lifetime, while there is room', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 3600 }), fc.integer({ min: 0, max: 7200 }), (text, ttl, later) => {
        const clock = new WoundClock();
        const store = new MemoryStore({ maxBytes: 10_000, maxValueBytes: 5000 }, clock);
        store.put('id', { type: 'json', content: text }, ttl);
        clock.wind(later * 1000);
        expect(store.find('id')?.content).toBe(later < ttl ? text : undefined);
      }),
    );
  });
});
