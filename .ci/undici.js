/** What the program uses of undici. A name that is missing here fails the bundle. */
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import global from 'undici/lib/global.js';
import redirect from 'undici/lib/interceptor/redirect.js';

const { getGlobalDispatcher } = global;
const interceptors = { redirect };

/** As the package's own, whose options may also name a path: it is that of the address here. */
function requestAddress(address, { dispatcher = getGlobalDispatcher(), ...options } = {}) {
  const { origin, pathname, search } = new URL(address);
  const method = options.method ?? (options.body ? 'PUT' : 'GET');
  return request.call(dispatcher, { ...options, origin, path: `${pathname}${search}`, method });
}

export { Agent, buildConnector, getGlobalDispatcher, interceptors, Pool, ProxyAgent, requestAddress as request };
