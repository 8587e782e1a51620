/** `auctor bench`: measures this machine. */
import { inCheckout, scriptCommand } from '../script.ts';

export default inCheckout(
  'bench',
  scriptCommand(
    'measure the CPU cost of an auction and of its parts on this machine',
    '[quick] [NAME]...',
    // Outside the sources: the program works without it.
    () => import(new URL('../../../bench/run.ts', import.meta.url).href),
  ),
);
