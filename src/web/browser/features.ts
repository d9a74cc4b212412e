// Switches that the build sets. Sample data exists only in development, so that no real shop ever shows a pack that is
// not for sale. All other switches come from the shop's settings (`GET /config`).

export const FEATURES = { sampleData: import.meta.env.DEV } as const;
