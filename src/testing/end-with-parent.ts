// Node loads this file before the shop, so that a stopped benchmark leaves no server behind.
process.once('disconnect', () => process.exit());
