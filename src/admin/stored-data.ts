/** Stored data pushed into the caches or removed from them: `/storedrequests/…`, `/cache/invalidate`. */
import type { FastifyInstance } from 'fastify';
import { sendPlain } from '#src/http/send.ts';
import type { Log } from '#src/platform/log.ts';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import type { Caches, PushAddress } from '#src/stores/cache-updates.ts';
import { type Push, takePush } from '#src/stores/push.ts';
import type { Guard } from './guard.ts';
import { parametersOf, readForms } from './parameters.ts';

const SUBJECT = 'stored-data';
/** Max size of an update, bytes. */
const BODY_LIMIT = 64 * 1024 * 1024;
const OTHERS = ['GET', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'];

export interface StoredDataAdmin {
  readonly pushed: readonly PushAddress[];
  readonly caches: Caches;
  readonly peers: WorkerPeers;
  readonly log: Log;
  /** Guard of protected routes on the public listener; absent: all requests are rejected. */
  readonly publicGuard?: Guard | undefined;
}

/** Routes on the admin listener, and on the public one for paths configured as public; workers forward changes to each other. */
export function registerStoredData(admin: FastifyInstance, app: FastifyInstance, env: StoredDataAdmin): () => void {
  for (const address of env.pushed) {
    addPush(admin, address, env);
    if (address.isPublic) addPush(app, address, env, address.isProtected);
  }
  addInvalidation(admin, env);
  return env.peers.listen((message) => {
    if (message.subject === SUBJECT) onUpdate(message, env);
  });
}

const REJECT_ALL: Guard = () => ({ status: 401, message: '', headers: {} });

function addPush(listener: FastifyInstance, address: PushAddress, env: StoredDataAdmin, isProtected = false): void {
  const guard = isProtected ? (env.publicGuard ?? REJECT_ALL) : undefined;
  void listener.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      const rejected = guard?.({ headers: request.headers });
      if (rejected) return sendPlain(reply.headers(rejected.headers), rejected.status, rejected.message);
      request.headers['content-type'] = 'application/octet-stream';
      return undefined;
    });
    for (const method of ['POST', 'DELETE'] as const) {
      scope.route({
        method,
        url: address.path,
        bodyLimit: BODY_LIMIT,
        config: { isOpen: address.isOpen, isChange: true },
        async handler(request, reply) {
          const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
          const error = take({ method, body }, address, env);
          if (error !== undefined) return sendPlain(reply, 400, error);
          env.peers.broadcast({ subject: SUBJECT, path: address.path, method, body });
          return reply.code(200).send('');
        },
      });
    }
    scope.route({
      method: OTHERS,
      url: address.path,
      exposeHeadRoute: false,
      config: { isOpen: address.isOpen, isChange: true },
      handler: (_, reply) => sendPlain(reply, 405, 'Method Not Allowed\n'),
    });
  });
}

/** Without a cache of accounts there is nothing to remove: clients need not know what the host caches. */
function addInvalidation(admin: FastifyInstance, env: StoredDataAdmin): void {
  void admin.register(async (scope) => {
    readForms(scope);
    scope.route({
      method: ['GET', 'POST'],
      url: '/cache/invalidate',
      handler(request, reply) {
        const { account = '' } = parametersOf(request);
        if (account.trim() === '') return sendPlain(reply, 400, 'Account id is not defined');
        env.caches.accounts?.drop('account', [account]);
        env.peers.broadcast({ subject: SUBJECT, account });
        return reply.code(200).send('');
      },
    });
  });
}

function take(push: Push, { path, targets }: PushAddress, { log }: StoredDataAdmin): string | undefined {
  const error = takePush(push, targets);
  if (error === undefined) log.info({ path, method: push.method, bytes: push.body.length }, 'stored data updated');
  return error;
}

/** Applies a change that another worker received. */
function onUpdate({ path, method, body, account }: PeerMessage, { pushed, caches }: StoredDataAdmin): void {
  if (account !== undefined) caches.accounts?.drop('account', [account]);
  const address = pushed.find((each) => each.path === path);
  if (address && (method === 'POST' || method === 'DELETE')) takePush({ method, body: body ?? '' }, address.targets);
}
