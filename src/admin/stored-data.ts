/** Stored data pushed into the caches or thrown out of them: `/storedrequests/…`, `/cache/invalidate` (events-cache-stored.md sections 13, 15). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Log } from '#src/outside/log.ts';
import type { Siblings, Told } from '#src/outside/siblings.ts';
import type { Caches, PushAddress } from '#src/stores/feeds.ts';
import { type Push, takePush } from '#src/stores/push.ts';
import type { Guard } from './guard.ts';
import { parametersOf, readForms } from './parameters.ts';

const TEXT = 'text/plain; charset=utf-8';
const SUBJECT = 'stored-data';
/** Longest update, in bytes. */
const BODY_LIMIT = 64 * 1024 * 1024;
const OTHERS = ['GET', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'];

export interface StoredDataAdmin {
  readonly pushed: readonly PushAddress[];
  readonly caches: Caches;
  readonly siblings: Siblings;
  readonly log: Log;
  /** Of what is protected on the public listener; absent: nobody gets through. */
  readonly publicGuard?: Guard | undefined;
}

const refuse = (reply: FastifyReply, status: number, text: string): FastifyReply => reply.code(status).type(TEXT).send(text);

/** Routes on the admin listener, those addresses that are public on the public one as well; workers tell each other. */
export function registerStoredData(admin: FastifyInstance, app: FastifyInstance, env: StoredDataAdmin): () => void {
  for (const address of env.pushed) {
    addPush(admin, address, env);
    if (address.isPublic) addPush(app, address, env, address.isProtected);
  }
  addInvalidation(admin, env);
  return env.siblings.listen((told) => {
    if (told.subject === SUBJECT) hear(told, env);
  });
}

const NOBODY: Guard = () => ({ status: 401, text: '', headers: {} });

function addPush(listener: FastifyInstance, address: PushAddress, env: StoredDataAdmin, isProtected = false): void {
  const guard = isProtected ? (env.publicGuard ?? NOBODY) : undefined;
  void listener.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      const refused = guard?.({ headers: request.headers });
      if (refused) return refuse(reply.headers(refused.headers), refused.status, refused.text);
      request.headers['content-type'] = 'application/octet-stream';
      return undefined;
    });
    for (const method of ['POST', 'DELETE'] as const) {
      scope.route({
        method,
        url: address.path,
        bodyLimit: BODY_LIMIT,
        async handler(request, reply) {
          const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
          const fault = take({ method, body }, address, env);
          if (fault !== undefined) return refuse(reply, 400, fault);
          env.siblings.tell({ subject: SUBJECT, path: address.path, method, body });
          return reply.code(200).send('');
        },
      });
    }
    scope.route({
      method: OTHERS,
      url: address.path,
      exposeHeadRoute: false,
      handler: (_, reply) => refuse(reply, 405, 'Method Not Allowed\n'),
    });
  });
}

function addInvalidation(admin: FastifyInstance, env: StoredDataAdmin): void {
  const { accounts } = env.caches;
  if (!accounts) return;
  void admin.register(async (scope) => {
    readForms(scope);
    scope.route({
      method: ['GET', 'POST'],
      url: '/cache/invalidate',
      handler(request, reply) {
        const { account = '' } = parametersOf(request);
        if (account.trim() === '') return refuse(reply, 400, 'Account id is not defined');
        accounts.drop('account', [account]);
        env.siblings.tell({ subject: SUBJECT, account });
        return reply.code(200).send('');
      },
    });
  });
}

function take(push: Push, { path, targets }: PushAddress, { log }: StoredDataAdmin): string | undefined {
  const fault = takePush(push, targets);
  if (fault === undefined) log.info({ path, method: push.method, bytes: push.body.length }, 'stored data was updated');
  return fault;
}

/** What another worker was told. */
function hear({ path, method, body, account }: Told, { pushed, caches }: StoredDataAdmin): void {
  if (account !== undefined) caches.accounts?.drop('account', [account]);
  const address = pushed.find((each) => each.path === path);
  if (address && (method === 'POST' || method === 'DELETE')) takePush({ method, body: body ?? '' }, address.targets);
}
