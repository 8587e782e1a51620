/** Memory after the start: what loading and warming up needed goes back to the system. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A complete collection, about 30 ms; the young generation begins small again and grows with the load. */
export function shrinkHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
