// The ledger accounts that hold taxes until they are paid to the state, one for each tax (docs/product.md §17).

/**
 * `house:tax` is for one rate that is the same everywhere. `house:tax_other` is for taxes of a provider that have no
 * account of their own in this list.
 */
export const TAX_ACCOUNTS = [
  'house:tax',
  'house:tax_gst',
  'house:tax_hst',
  'house:tax_qst',
  'house:tax_pst_bc',
  'house:tax_pst_sk',
  'house:tax_rst_mb',
  'house:tax_other',
] as const;
export type TaxAccount = (typeof TAX_ACCOUNTS)[number];
