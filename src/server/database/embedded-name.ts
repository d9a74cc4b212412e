/**
 * The name of the shop's role and database in the embedded Postgres. It must not change, because
 * existing databases have this name.
 */
export const EMBEDDED_NAME = 'felt_and_foil';
