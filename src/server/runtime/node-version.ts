// Checks the version of Node. The server needs Node 26, which runs TypeScript without a build and has argon2. The
// package brings its own Node, but an older Node may run the server by mistake.
const MAJOR_NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < MAJOR_NEEDED) {
  process.stderr.write(
    `This shop needs Node ${MAJOR_NEEDED} or newer; this is ${process.versions.node}. Start it with: npm start\n`,
  );
  process.exit(1);
}
