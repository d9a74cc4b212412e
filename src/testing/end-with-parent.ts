// Loaded before the shop: a benchmark that was stopped from outside leaves no server behind.
process.once('disconnect', () => process.exit());
