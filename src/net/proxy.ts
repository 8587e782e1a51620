/** The proxy for calls to bidders: the setting, or the variables that most programs read. */
import { BlockList, isIP } from 'node:net';
import { ProxyAgent } from 'undici';
import type { HostConfig } from '#src/config/schema.ts';

type Options = Pick<HostConfig['http_client'], 'proxy' | 'connect_timeout_ms' | 'max_connections_per_host'>;

export interface ProxyRoute {
  /** The agent for calls to an origin; undefined: the call is direct. */
  agentOf(origin: string): ProxyAgent | undefined;
  /** Closes all connections. */
  close(): Promise<void>;
}

const DEFAULT_PORTS: { readonly [protocol: string]: string } = { 'http:': '80', 'https:': '443' };

/** Lower case first, as curl does. */
const variable = (environment: NodeJS.ProcessEnv, name: string): string => environment[name.toLowerCase()] || environment[name] || '';

/** A proxy's address; without a scheme it is HTTP, as for curl. */
const addressOf = (text: string): string => (text === '' || /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`);

const openAgent = (uri: string, { connect_timeout_ms, max_connections_per_host }: Options): ProxyAgent =>
  new ProxyAgent({ uri, connectTimeout: connect_timeout_ms, connections: max_connections_per_host, headersTimeout: 0, bodyTimeout: 0 });

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address is in a network such as `10.0.0.0/8`. */
function isInNetwork(network: string, address: string): boolean {
  const [, base = '', bits = ''] = /^([\da-f.:]+)\/(\d+)$/.exec(network) ?? [];
  if (isIP(base) === 0 || isIP(base) !== isIP(address) || Number(bits) > (isIP(base) === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(base, Number(bits), familyOf(base));
  return list.check(address, familyOf(address));
}

/** Whether an entry of `NO_PROXY` covers a host: `host`, `.domain`, `*.domain`, `host:port`, a network, `*`. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isInNetwork(entry, host);
  if (isIP(entry) === 6) return host === entry;
  const [, name = '', entryPort] = /^\*?\.?(.+?)(?::(\d+))?$/.exec(entry) ?? [];
  if (entryPort !== undefined && entryPort !== port) return false;
  return host === name || host.endsWith(`.${name}`);
}

/**
 * Undefined: no proxy is configured.
 * @param options an empty `proxy.url` means none, whatever the variables say
 */
export function openProxy(options: Options, environment: NodeJS.ProcessEnv): ProxyRoute | undefined {
  const { url, no_proxy } = options.proxy;
  const urls: { readonly [protocol: string]: string } = {
    'https:': addressOf(url ?? variable(environment, 'HTTPS_PROXY')),
    'http:': addressOf(url ?? variable(environment, 'HTTP_PROXY')),
  };
  if (Object.values(urls).every((url) => url === '')) return undefined;
  const direct = (no_proxy ?? variable(environment, 'NO_PROXY'))
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
  const agents = new Map<string, ProxyAgent>();
  return {
    agentOf(origin) {
      const { protocol, hostname, port } = new URL(origin);
      const uri = urls[protocol] ?? '';
      const host = hostname.replace(/^\[|\]$/g, '');
      if (uri === '' || direct.some((entry) => covers(entry, host, port || (DEFAULT_PORTS[protocol] ?? '')))) return undefined;
      const agent = agents.get(uri) ?? openAgent(uri, options);
      agents.set(uri, agent);
      return agent;
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
