/**
 * Keeps finished auctions out of old space. V8 allocates a function literal on the right of a property assignment
 * for a long life; XState 5.33.3 makes one such closure a microstep, and each keeps its whole auction alive until a
 * major collection (20 to 25 % of all CPU). The same statement through a `const` is free. Import this first, before
 * anything imports xstate. `test/machines/xstate-closures.test.ts` fails when it is no longer needed.
 */
import { registerHooks } from 'node:module';

const FILE = /\/xstate\/dist\/raise-[0-9a-f]+(\.development)?\.(cjs|esm)\.js$/;
const BEFORE = /actorScope\.actionExecutor = action => \{([\s\S]*?)\n {2}\};/;

/** The library's source with that statement rewritten; undefined if the statement is not found. */
export function rewriteExecutor(source: string): string | undefined {
  if (!BEFORE.test(source)) return undefined;
  return source.replace(
    BEFORE,
    (_, body: string) => `const auctorExecutor = action => {${body}\n  };\n  actorScope.actionExecutor = auctorExecutor;`,
  );
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!FILE.test(url) || loaded.source === undefined || loaded.source === null) return loaded;
    const source = rewriteExecutor(loaded.source.toString());
    if (source === undefined) {
      process.emitWarning('xstate no longer contains the statement that xstate-closures.ts rewrites: check whether it is still needed');
      return loaded;
    }
    return { ...loaded, source };
  },
});
