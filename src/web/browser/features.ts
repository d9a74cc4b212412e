// Sample data is a feature of the sources alone: it is off in every build, so that no shop can show a
// pack that is not for sale. What else is switched on, the shop itself tells (`GET /config`).

export const FEATURES = { sampleData: import.meta.env.DEV } as const;
