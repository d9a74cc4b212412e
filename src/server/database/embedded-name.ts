/** What the embedded Postgres calls the shop's role and database. Those that exist go by it. */
export const EMBEDDED_NAME = 'felt_and_foil';
