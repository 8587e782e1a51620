import { expect, test } from 'vitest';
import { cacheFaults } from '#src/config/cache-faults.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';

type RedisInput = NonNullable<NonNullable<HostConfigInput['cache']>['redis']>;
const faults = (redis: RedisInput): string[] => cacheFaults(hostSchema.parse({ cache: { redis } }));

test('one server, a cluster and sentinels have no fault', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ cluster: { nodes: ['a:7000', '[::1]:7001', 'c'] } })).toEqual([]);
  expect(faults({ db: 2, sentinel: { name: 'main', nodes: ['a', 'b:26380'] } })).toEqual([]);
});

test('what cannot be both, lacks a part or is no address is named', () => {
  expect(faults({ db: 1, cluster: { nodes: ['a:port'] }, sentinel: { nodes: ['redis://a:1'] } })).toEqual([
    'cache.redis.cluster.nodes and sentinel.nodes exclude each other',
    'cache.redis.db must be 0 in a cluster',
    'cache.redis.sentinel.name is needed by sentinel.nodes',
    'cache.redis.cluster.nodes: not of the form host:port: a:port',
    'cache.redis.sentinel.nodes: not of the form host:port: redis://a:1',
  ]);
  expect(faults({ sentinel: { name: 'main' } })).toEqual(['cache.redis.sentinel.nodes is needed by sentinel.name']);
});
