/** Stops with a clear message on an outdated Node version; imported before everything else. */

const NEEDED = 26;
const major = Number(process.versions.node.split('.')[0]);
if (major < NEEDED) {
  console.error(
    `auctor needs Node ${NEEDED} or later; this is Node ${process.versions.node}. Start it with "npm start", which brings its own.`,
  );
  process.exit(1);
}
