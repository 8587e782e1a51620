/**
 * Replays one recorded auction without external services: same settings, results, time and randomness; so the response must be the same.
 */
import type { AuctionContext } from '#machines/auction-context.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction, ClientResponse, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { AdapterEnv } from '#src/bidders/bidder.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import { redactResponse, strictest } from '#src/taps/redact.ts';
import type { Recording } from './journal.ts';
import { Playback } from './playback.ts';

/** Inputs of a replay beyond the recording. */
export interface World {
  readonly config: Services['config'];
  readonly version: string;
  readonly stages: AuctionContext['stages'];
  /** Bidders whose adapters read time and randomness from `env`. */
  makeBidders(env: AdapterEnv): Services['bidders'];
  readonly hooks: Services['hooks'];
}

export interface Replayed {
  readonly same: boolean;
  /** The replayed response, masked like the recorded one. */
  readonly clientResponse: ClientResponse | undefined;
  /** The first difference, as a path, and the divergences. */
  readonly differences: readonly string[];
  /** The replayed auction, if it ended. */
  readonly auction?: Auction | undefined;
}

const LOST = 'the request was unparsable, so nothing was recorded';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Replays the recording; never rejects because of its content. */
export async function replay(recording: Recording, world: World): Promise<Replayed> {
  if (recording.unread) return { same: false, clientResponse: undefined, differences: [LOST] };
  const playback = new Playback(recording);
  const { config, version, hooks } = world;
  const services = playback.services({
    config,
    dialect: chooseDialect(config),
    version,
    hooks,
    bidders: world.makeBidders(playback.adapterEnv(version)),
  });
  const ended = await run(recording, playback, services, world.stages);
  if (!ended) return { same: false, clientResponse: undefined, differences: [...playback.divergences, 'the auction did not end'] };
  const clientResponse = ended.clientResponse && {
    ...ended.clientResponse,
    body: redactResponse(ended.clientResponse.body, strictest(ended), ended.account),
  };
  const differences = [...playback.divergences, ...compare(recording, clientResponse)];
  return { same: differences.length === 0, clientResponse, differences, auction: ended };
}

async function run(
  recording: Recording,
  playback: Playback,
  services: Services,
  stages: AuctionContext['stages'],
): Promise<Auction | undefined> {
  let ended: Auction | undefined;
  const auction = newAuction(recording.endpoint, toIncoming(recording), services, (finished) => {
    ended = finished;
  });
  const running = runAuction(auction, services, stages);
  for (const event of recording.journal.events) {
    await nextTurn();
    if (ended) break;
    playback.happen(event);
  }
  await nextTurn();
  if (!ended && recording.left) running.disconnect();
  await nextTurn();
  return ended;
}

function toIncoming({ incoming }: Recording): Incoming {
  const { packed, body, ...rest } = incoming;
  return { ...rest, body: Buffer.from(body, packed ? 'base64' : 'utf8') };
}

function compare({ clientResponse: wanted, masked, left }: Recording, made: ClientResponse | undefined): string[] {
  if (left) return [];
  if (!wanted || !made) return wanted === made ? [] : ['only one of them has a response'];
  if (wanted.status !== made.status) return [`status: ${wanted.status} → ${made.status}`];
  const headers = firstDifference(wanted.headers, made.headers, 'headers');
  if (headers) return [headers];
  if (wanted.body === made.body) return [];
  const [before, after] = [readBody(wanted.body, masked), readBody(made.body, masked)];
  const body = firstDifference(before, after, 'body');
  // Masked requests imply masked calls, which appear only in debug output.
  return body === undefined && masked ? [] : [body ?? 'body: same values, written differently'];
}

/** Fields of debug output about bidders' calls. */
const CALLED_WITH = new Set(['requestbody', 'requestheaders', 'uri']);

function readBody(json: string, masked: boolean): unknown {
  try {
    return JSON.parse(json, (name, value: unknown) => (masked && CALLED_WITH.has(name) ? undefined : value));
  } catch {
    return json;
  }
}

/** The path of the first difference, with both values; undefined: equal. */
export function firstDifference(before: unknown, after: unknown, path: string): string | undefined {
  if (Object.is(before, after)) return undefined;
  const both = [before, after].every((value) => typeof value === 'object' && value !== null);
  if (!both) return `${path}: ${shown(before)} → ${shown(after)}`;
  const [left, right] = [before as Record<string, unknown>, after as Record<string, unknown>];
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = firstDifference(left[name], right[name], `${path}.${name}`);
    if (found) return found;
  }
  return undefined;
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200));
