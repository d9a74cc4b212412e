// The server relies on what came with Node 26 (TypeScript without a build, argon2). The package brings
// its own Node; this speaks up where an older one was used in its place.
const MAJOR_NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < MAJOR_NEEDED) {
  process.stderr.write(
    `This shop needs Node ${MAJOR_NEEDED} or newer; this is ${process.versions.node}. Start it with: npm start\n`,
  );
  process.exit(1);
}
