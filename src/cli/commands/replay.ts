/** `auctor replay`: replays recorded auctions. */
import { scriptCommand } from '../script.ts';

export default scriptCommand('run recorded auctions again and compare', 'FILE... [--config FILE]', () => import('#src/replay/run.ts'));
