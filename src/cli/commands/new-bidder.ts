/** `auctor new-bidder`: creates the files of a new bidder. */
import { scriptCommand } from '../script.ts';

export default scriptCommand(
  'create the adapter of a new bidder and its test',
  'CODE [--endpoint URL] [--maintainer ADDRESS]',
  () => import('#src/bidders/kit/new-bidder.ts'),
);
