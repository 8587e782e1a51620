/** One recorded auction, run again with nobody there: same settings, same answers, same time and chance; so the same reply. */
import type { AuctionContext } from '#machines/auction.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction, Incoming, Reply } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { AdapterEnv } from '#src/bidders/bidder.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import { redactAnswer, strictest } from '#src/taps/redact.ts';
import type { Recording } from './journal.ts';
import { Playback } from './playback.ts';

/** What a replay cannot take from the recording. */
export interface World {
  readonly config: Services['config'];
  readonly version: string;
  readonly stages: AuctionContext['stages'];
  /** Bidders whose adapters read time and chance from `env`. */
  makeBidders(env: AdapterEnv): Services['bidders'];
  readonly hooks: Services['hooks'];
}

export interface Replayed {
  readonly same: boolean;
  /** As the replay made it, cut as the recorded one is. */
  readonly reply: Reply | undefined;
  /** The first difference, as a path, and where the auction went another way. */
  readonly differences: readonly string[];
}

const LOST = 'the request could not be read, so nothing of it was recorded';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs the recording; never rejects because of what is in it. */
export async function replay(recording: Recording, world: World): Promise<Replayed> {
  if (recording.unread) return { same: false, reply: undefined, differences: [LOST] };
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
  if (!ended) return { same: false, reply: undefined, differences: [...playback.divergences, 'the auction did not end'] };
  const reply = ended.reply && { ...ended.reply, body: redactAnswer(ended.reply.body, strictest(ended), ended.account) };
  const differences = [...playback.divergences, ...compare(recording, reply)];
  return { same: differences.length === 0, reply, differences };
}

async function run(
  recording: Recording,
  playback: Playback,
  services: Services,
  stages: AuctionContext['stages'],
): Promise<Auction | undefined> {
  let ended: Auction | undefined;
  const auction = newAuction(recording.entry, toIncoming(recording), services, (finished) => {
    ended = finished;
  });
  const running = runAuction(auction, services, stages);
  for (const event of recording.journal.events) {
    await nextTurn();
    if (ended) break;
    playback.happen(event);
  }
  await nextTurn();
  if (!ended && recording.left) running.leave();
  await nextTurn();
  return ended;
}

function toIncoming({ incoming }: Recording): Incoming {
  const { packed, body, ...rest } = incoming;
  return { ...rest, body: Buffer.from(body, packed ? 'base64' : 'utf8') };
}

function compare({ reply: wanted, masked, left }: Recording, made: Reply | undefined): string[] {
  if (left) return [];
  if (!wanted || !made) return wanted === made ? [] : ['one has a reply, the other has none'];
  if (wanted.status !== made.status) return [`status: ${wanted.status} → ${made.status}`];
  const headers = firstDifference(wanted.headers, made.headers, 'headers');
  if (headers) return [headers];
  if (wanted.body === made.body) return [];
  const [before, after] = [readBody(wanted.body, masked), readBody(made.body, masked)];
  const body = firstDifference(before, after, 'body');
  // Cut requests mean cut calls, and those only debug output shows.
  return body === undefined && masked ? [] : [body ?? 'body: same values, written differently'];
}

/** Members of debug output that say how bidders were called. */
const CALLED_WITH = new Set(['requestbody', 'requestheaders', 'uri']);

function readBody(text: string, masked: boolean): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => (masked && CALLED_WITH.has(name) ? undefined : value));
  } catch {
    return text;
  }
}

/** The path of the first thing that differs, with both sides; undefined: nothing does. */
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
