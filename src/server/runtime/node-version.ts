// The server relies on features of Node 26 (TypeScript without a build, argon2). The package brings
// its own Node. This reports an error if an older one runs in its place.
const MAJOR_NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < MAJOR_NEEDED) {
  process.stderr.write(
    `This shop needs Node ${MAJOR_NEEDED} or newer; this is ${process.versions.node}. Start it with: npm start\n`,
  );
  process.exit(1);
}
