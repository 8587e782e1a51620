/** Makes what signs calls, as the settings want it, and what looks after it. */
import { randomBytes } from 'node:crypto';
import { withTimeout } from '#src/auction/with-timeout.ts';
import { Counterparties } from './adscert/counterparties.ts';
import { readPrivateKey } from './adscert/keys.ts';
import { RemoteSignatory } from './adscert/remote.ts';
import { Signatory } from './adscert/signatory.ts';
import type { CallSigner } from './auction/services.ts';
import type { BidderRegistry } from './bidders/registry.ts';
import type { HostConfig } from './config/schema.ts';
import type { Clock } from './outside/clock.ts';
import { GrpcClient } from './outside/grpc.ts';
import { TextRecords } from './outside/text-records.ts';
import type { Refresher } from './stores/refreshers.ts';
import { invokingDomain, originDomain } from './wire/call-sign.ts';

export interface OpenSigner {
  /** Absent: calls are not signed. */
  readonly signer?: CallSigner;
  readonly refreshers: readonly Refresher[];
  /** Ends lookups and connections; what is signed from here on is faulty. */
  stop(): void;
}

/** Random bytes of a nonce: twelve characters. */
const NONCE_BYTES = 9;
/** ms the start waits for bidders' DNS records, so that the first auction is signed. */
const START_MS = 1000;

/** A dead DNS holds up no start, and no later look. */
const goOn = (): void => {};

/** Of an endpoint; what it stands for is not known before a call. */
const MACRO = /\{\{[^}]*\}\}/g;

const NONE: OpenSigner = { refreshers: [], stop: () => {} };

/** @throws Error for a key that is none: settings are checked before */
export function openSigner({ experiment: { adscert } }: HostConfig, bidders: BidderRegistry, clock: Clock): OpenSigner {
  if (adscert.mode === 'inprocess') return inProcess(adscert.inprocess, bidders, clock);
  return adscert.mode === 'remote' ? remote(adscert.remote, clock) : NONE;
}

function remote({ url, signing_timeout_ms }: HostConfig['experiment']['adscert']['remote'], clock: Clock): OpenSigner {
  const client = new GrpcClient(url, clock);
  return {
    signer: new RemoteSignatory((method, message, timeoutMs) => client.call(method, message, timeoutMs), signing_timeout_ms),
    // The first call would time out waiting for the connection.
    refreshers: [{ name: 'adscert.signatory', everyMs: 0, look: () => client.connect() }],
    stop: () => client.stop(),
  };
}

type InProcess = HostConfig['experiment']['adscert']['inprocess'];

function inProcess(options: InProcess, bidders: BidderRegistry, clock: Clock): OpenSigner {
  const own = readPrivateKey(options.key);
  const records = new TextRecords(options.dns_servers);
  const renewMs = options.domain_renewal_interval_seconds * 1000;
  const counterparties = new Counterparties({ own, find: records.find, clock, renewMs });
  const from = originDomain(options.origin) ?? '';
  const nonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');
  for (const { info: facts } of bidders.all.values()) {
    const domain = facts.adsCert && facts.enabled ? invokingDomain(facts.endpoint.replaceAll(MACRO, 'x')) : undefined;
    if (domain !== undefined) counterparties.of(domain);
  }
  const looks = { name: 'adscert.counterparties', everyMs: options.domain_check_interval_seconds * 1000 };
  return {
    signer: new Signatory({ from, fromKey: own.alias, counterparties, clock, nonce }),
    refreshers: [{ ...looks, look: () => withTimeout(counterparties.renew(), START_MS, clock, goOn) }],
    stop: () => records.stop(),
  };
}
