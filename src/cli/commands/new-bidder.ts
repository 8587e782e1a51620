/** `auctor new-bidder`, and `npm run new-bidder`: creates the files of a new bidder. */
import { parseArgs } from 'node:util';
import { addBidder, type Known } from '#src/bidders/kit/new-bidder.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { EXIT, UsageError, usageOf } from '../command.ts';
import { inCheckout } from '../script.ts';

const USAGE = 'CODE [--endpoint URL] [--maintainer ADDRESS]';

function argumentsOf(given: readonly string[]): { code: string; known: Known } {
  const options = { endpoint: { type: 'string' }, maintainer: { type: 'string' } } as const;
  const { values, positionals } = usageOf(() => parseArgs({ args: [...given], allowPositionals: true, options }));
  const [code, ...others] = positionals;
  if (code === undefined || others.length > 0) throw new UsageError(`usage: auctor new-bidder ${USAGE}`);
  return { code, known: values };
}

export default inCheckout('new-bidder', {
  summary: 'create the adapter of a new bidder and its test',
  usage: USAGE,
  async run(given) {
    const { code, known } = argumentsOf(given);
    try {
      const paths = await addBidder(code, known);
      console.log(`created ${paths.join(' and ')}; complete what is marked FILL IN (docs/BIDDERS.md)`);
      return EXIT.good;
    } catch (cause) {
      console.error(errorMessage(cause));
      return EXIT.errors;
    }
  },
});
