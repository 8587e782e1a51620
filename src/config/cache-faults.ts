/** Rules over several options of the bid cache; every fault stops the start. */
import type { HostConfig } from './schema.ts';

const isNode = (text: string): boolean => /^[^\s/@?#]+$/.test(text) && URL.canParse(`redis://${text}`);

/** One line a fault. */
export function cacheFaults({ cache: { redis } }: Pick<HostConfig, 'cache'>): string[] {
  const { cluster, sentinel, db } = redis;
  const faults = [
    cluster.nodes.length > 0 && sentinel.nodes.length > 0 && 'cluster.nodes and sentinel.nodes exclude each other',
    cluster.nodes.length > 0 && db !== 0 && 'db must be 0 in a cluster',
    sentinel.nodes.length > 0 && sentinel.name === '' && 'sentinel.name is needed by sentinel.nodes',
    sentinel.nodes.length === 0 && sentinel.name !== '' && 'sentinel.nodes is needed by sentinel.name',
    ...cluster.nodes.map((node) => !isNode(node) && `cluster.nodes: not of the form host:port: ${node}`),
    ...sentinel.nodes.map((node) => !isNode(node) && `sentinel.nodes: not of the form host:port: ${node}`),
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `cache.redis.${fault}`);
}
