/** Loads the settings, starts, and stops on a signal. */
import '#src/platform/node-version.ts';
import '#machines/xstate-closures.ts';
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';

enableCompileCache();

const { values } = parseArgs({
  options: {
    /** YAML file with the host's settings; without one the demo host starts. */
    config: { type: 'string' },
    /** Print one JSON line with the ports once ready. */
    hello: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values.help) {
  console.log(
    'usage: npm start [-- --config FILE]\nWithout a file the demo host starts. Settings also come from the environment: AUCTOR_PORT=9000 and so on.',
  );
  process.exit(0);
}

const { startHost } = await import('#src/host/start.ts');
await startHost({ file: values.config ?? process.env['AUCTOR_CONFIG'], hello: values.hello === true });
