/** Builds the signer of requests from the settings, with its background tasks. */
import { randomBytes } from 'node:crypto';
import { invokingDomain, originDomain } from '#src/adscert/call-sign.ts';
import { Counterparties } from '#src/adscert/counterparties.ts';
import { readPrivateKey } from '#src/adscert/keys.ts';
import { RemoteSignatory } from '#src/adscert/remote.ts';
import { Signatory } from '#src/adscert/signatory.ts';
import type { CallSigner } from '#src/auction/services.ts';
import type { BidderRegistry } from '#src/bidders/registry.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import { GrpcClient } from '#src/net/grpc.ts';
import { TxtRecords } from '#src/net/txt-records.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Refresher } from '#src/stores/refreshers.ts';

export interface OpenSigner {
  /** Absent: requests are not signed. */
  readonly signer?: CallSigner;
  readonly refreshers: readonly Refresher[];
  /** Ends lookups and connections; later signatures are invalid. */
  stop(): void;
}

/** Random bytes of a nonce: twelve characters. */
const NONCE_BYTES = 9;
/** ms the startup waits for bidders' DNS records, so that the first auction is signed. */
const START_MS = 1000;

/** A dead DNS delays neither the startup nor later refreshes. */
const goOn = (): void => {};

/** Macro of an endpoint; its value is unknown before a call. */
const MACRO = /\{\{[^}]*\}\}/g;

const NONE: OpenSigner = { refreshers: [], stop: () => {} };

/** @throws Error for an invalid key, although settings are validated before */
export function openSigner({ experiment: { adscert } }: HostConfig, bidders: BidderRegistry, clock: Clock): OpenSigner {
  if (adscert.mode === 'inprocess') return inProcess(adscert.inprocess, bidders, clock);
  return adscert.mode === 'remote' ? remote(adscert.remote, clock) : NONE;
}

function remote({ url, signing_timeout_ms }: HostConfig['experiment']['adscert']['remote'], clock: Clock): OpenSigner {
  const client = new GrpcClient(url, clock);
  return {
    signer: new RemoteSignatory((method, message, timeoutMs) => client.call(method, message, timeoutMs), signing_timeout_ms),
    // Connect early: the first call would time out otherwise.
    refreshers: [{ name: 'adscert.signatory', everyMs: 0, refresh: () => client.connect() }],
    stop: () => client.stop(),
  };
}

type InProcess = HostConfig['experiment']['adscert']['inprocess'];

function inProcess(options: InProcess, bidders: BidderRegistry, clock: Clock): OpenSigner {
  const own = readPrivateKey(options.key);
  const records = new TxtRecords(options.dns_servers);
  const renewMs = options.domain_renewal_interval_seconds * 1000;
  const counterparties = new Counterparties({ own, find: records.find, clock, renewMs });
  const from = originDomain(options.origin) ?? '';
  const nonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');
  for (const { info } of bidders.all.values()) {
    const domain = info.adsCert && info.enabled ? invokingDomain(info.endpoint.replaceAll(MACRO, 'x')) : undefined;
    if (domain !== undefined) counterparties.of(domain);
  }
  const refreshers = { name: 'adscert.counterparties', everyMs: options.domain_check_interval_seconds * 1000 };
  return {
    signer: new Signatory({ from, fromKey: own.alias, counterparties, clock, nonce }),
    refreshers: [{ ...refreshers, refresh: () => withTimeout(counterparties.renew(), START_MS, clock, goOn) }],
    stop: () => records.stop(),
  };
}
