/** `auctor replay`: replays recorded auctions. */
import { scriptCommand } from '../script.ts';

export default scriptCommand(
  'run recorded auctions again and compare',
  'FILE... [--config FILE] [--print] [--shaping FILE [--seed N]]',
  () => import('#src/replay/run.ts'),
);
