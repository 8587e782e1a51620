/** `auctor plan`: the machines for a load, from unit costs. */
import { parseArgs } from 'node:util';
import { errorMessage } from '#src/lang/error-message.ts';
import { capacityPlan, formatPlan, type Load } from '../capacity.ts';
import { type Command, EXIT, UsageError, usageOf } from '../command.ts';
import { unitCosts } from '../unit-costs.ts';

const NUMBERS = {
  'auctions-per-second': undefined,
  bidders: undefined,
  imps: 1,
  'duration-ms': 400,
  'cores-per-node': 4,
  'cached-bids': 0,
  'cached-bytes': 2048,
  'cache-seconds': 360,
} as const;
const OPTIONS = Object.fromEntries([...Object.keys(NUMBERS), 'bench'].map((name) => [name, { type: 'string' as const }]));

type Values = { readonly [name: string]: string | boolean | undefined };

const parsed = (given: readonly string[]): Values =>
  usageOf(() => parseArgs({ args: [...given], options: { ...OPTIONS, json: { type: 'boolean' } } }).values);

function numberOf(values: Values, name: keyof typeof NUMBERS): number {
  const text = values[name] ?? NUMBERS[name];
  if (text === undefined) throw new UsageError(`--${name}: is missing`);
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0 || (number === 0 && name !== 'cached-bids'))
    throw new UsageError(`--${name}: must be a positive number`);
  return number;
}

function loadOf(values: Values): Load {
  return {
    auctionsPerSecond: numberOf(values, 'auctions-per-second'),
    bidders: numberOf(values, 'bidders'),
    imps: numberOf(values, 'imps'),
    durationMs: numberOf(values, 'duration-ms'),
    coresPerNode: numberOf(values, 'cores-per-node'),
    cachedBids: numberOf(values, 'cached-bids'),
    cachedBytes: numberOf(values, 'cached-bytes'),
    cacheSeconds: numberOf(values, 'cache-seconds'),
  };
}

function costsOf({ bench }: Values): ReturnType<typeof unitCosts> {
  try {
    return unitCosts(typeof bench === 'string' ? bench : undefined);
  } catch (cause) {
    throw new UsageError(`--bench: ${errorMessage(cause)}`);
  }
}

const plan: Command = {
  summary: 'estimate nodes, cores, memory, Redis and traffic for a load, from measured unit costs',
  usage: `--auctions-per-second N --bidders M [--imps N] [--duration-ms N] [--cores-per-node N] [--cached-bids N] [--cached-bytes N]
      [--cache-seconds N] [--bench FILE] [--json]`,
  async run(given) {
    const values = parsed(given);
    const [load, costs] = [loadOf(values), costsOf(values)];
    const result = capacityPlan(load, costs);
    console.log(values['json'] === true ? JSON.stringify({ load, costs, plan: result }, null, 2) : formatPlan(load, costs, result));
    return EXIT.good;
  },
};

export default plan;
