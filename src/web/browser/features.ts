// Sample data exists only in development: every build turns it off, so that no shop can show a pack that is not for
// sale. The shop reports all other feature switches itself (`GET /config`).

export const FEATURES = { sampleData: import.meta.env.DEV } as const;
