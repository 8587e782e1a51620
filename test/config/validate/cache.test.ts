import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { cacheErrors } from '#src/config/validate/cache.ts';

type RedisInput = NonNullable<NonNullable<HostConfigInput['cache']>['redis']>;
const errors = (redis: RedisInput): string[] => cacheErrors(hostSchema.parse({ cache: { redis } }));

test('one server, a cluster and sentinels are valid', () => {
  expect(errors({})).toEqual([]);
  expect(errors({ cluster: { nodes: ['a:7000', '[::1]:7001', 'c'] } })).toEqual([]);
  expect(errors({ db: 2, sentinel: { name: 'main', nodes: ['a', 'b:26380'] } })).toEqual([]);
});

test('conflicting, incomplete and malformed settings are reported', () => {
  expect(errors({ db: 1, cluster: { nodes: ['a:port', '300.1.2.3:1'] }, sentinel: { nodes: ['redis://a:1'] } })).toEqual([
    'cache.redis.cluster.nodes: excludes sentinel.nodes',
    'cache.redis.db: must be 0 in a cluster',
    'cache.redis.sentinel.name: is needed by sentinel.nodes',
    'cache.redis.cluster.nodes: not of the form host:port: a:port',
    'cache.redis.cluster.nodes: not of the form host:port: 300.1.2.3:1',
    'cache.redis.sentinel.nodes: not of the form host:port: redis://a:1',
  ]);
  expect(errors({ sentinel: { name: 'main' } })).toEqual(['cache.redis.sentinel.nodes: is needed by sentinel.name']);
});
