/** Validates combinations of bid cache options; every error stops the startup. */
import type { HostConfig } from '../schema.ts';

const isNode = (text: string): boolean => /^[^\s/@?#]+$/.test(text) && URL.canParse(`http://${text}`);

/** One line per error. */
export function cacheErrors({ cache: { redis } }: Pick<HostConfig, 'cache'>): string[] {
  const { cluster, sentinel, db } = redis;
  const errors = [
    cluster.nodes.length > 0 && sentinel.nodes.length > 0 && 'cluster.nodes: excludes sentinel.nodes',
    cluster.nodes.length > 0 && db !== 0 && 'db: must be 0 in a cluster',
    sentinel.nodes.length > 0 && sentinel.name === '' && 'sentinel.name: is needed by sentinel.nodes',
    sentinel.nodes.length === 0 && sentinel.name !== '' && 'sentinel.nodes: is needed by sentinel.name',
    ...cluster.nodes.map((node) => !isNode(node) && `cluster.nodes: not of the form host:port: ${node}`),
    ...sentinel.nodes.map((node) => !isNode(node) && `sentinel.nodes: not of the form host:port: ${node}`),
  ];
  return errors.filter((error) => error !== false).map((error) => `cache.redis.${error}`);
}
