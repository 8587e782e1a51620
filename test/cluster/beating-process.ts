/** Sends heartbeats with the timeout of its argument; any message starts an endless loop. */
import { sendHeartbeats } from '#src/cluster/heartbeat.ts';

sendHeartbeats(() => process.send?.('beat'), { timeout_ms: Number(process.argv[2]) });
process.on('message', () => {
  for (;;);
});
