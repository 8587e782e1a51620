/** The proxy for calls to bidders: the setting, or the variables that most programs read. */
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

const openAgent = (uri: string, { connect_timeout_ms, max_connections_per_host }: Options): ProxyAgent =>
  new ProxyAgent({ uri, connectTimeout: connect_timeout_ms, connections: max_connections_per_host, headersTimeout: 0, bodyTimeout: 0 });

/** Whether an entry of `NO_PROXY` covers a host: `host`, `.domain`, `*.domain`, `host:port`, `*`. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
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
    'https:': url ?? variable(environment, 'HTTPS_PROXY'),
    'http:': url ?? variable(environment, 'HTTP_PROXY'),
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
      if (uri === '' || direct.some((entry) => covers(entry, hostname, port || (DEFAULT_PORTS[protocol] ?? '')))) return undefined;
      const agent = agents.get(uri) ?? openAgent(uri, options);
      agents.set(uri, agent);
      return agent;
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
