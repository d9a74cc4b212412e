// Where the tax of a sale is kept until it is paid on: an account for each tax (docs/product.md §17).

/** `house:tax`: what is one rate everywhere. `house:tax_other`: what a tax provider names and this list does not. */
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
