// What is switched on. Everything is; sample data only while developing, so that a build can never show
// a pack that is not for sale.

export const FEATURES = {
  auth: true,
  cards: true,
  packs: true,
  transactions: true,
  sampleData: import.meta.env.DEV,
} as const;
