/** `auctor new-bidder`: creates the files of a new bidder. */
import { inCheckout, scriptCommand } from '../script.ts';

export default inCheckout(
  'new-bidder',
  scriptCommand(
    'create the adapter of a new bidder and its test',
    'CODE [--endpoint URL] [--maintainer ADDRESS]',
    () => import('#src/bidders/kit/new-bidder.ts'),
  ),
);
