// Canada's sales taxes on goods, by province and day. A changed rate gets a new line with its first day. Old lines
// stay, so that the tax of any past sale can be explained.
import type { Province } from './region.ts';
import type { TaxAccount } from './tax-accounts.ts';

/** Source of the rates, shown to operators. */
export const CANADIAN_RATES_SOURCE =
  'GST and HST: Canada Revenue Agency, “Charge and collect the tax – Which rate to charge”; Nova Scotia since 2025-04-01: SOR/2025-77 (Canada Gazette II, vol. 159, no. 7), 9% for the province, and GST/HST Notice 342. QST: Revenu Québec, “Basic Rules for Applying the GST/HST and QST”. Saskatchewan: saskatchewan.ca, “Provincial Sales Tax”. Manitoba: manitoba.ca, “Retail Sales Tax”. British Columbia: Provincial Sales Tax Act, S.B.C. 2012, c. 35, its rate as taxtips.ca, Sales Tax Rates 2026, has it.';
/** Day on which the rates were last compared with the source. */
export const CANADIAN_RATES_COMPARED = '2026-11-23';

/**
 * Registers in which a seller can have a tax number. The federal taxes share one number, and each provincial tax has
 * a number of its own.
 */
export const REGISTERS = ['gst_hst', 'qst', 'pst_bc', 'pst_sk', 'rst_mb'] as const;
export type Register = (typeof REGISTERS)[number];

export const REGISTER_NAMES: Record<Register, string> = {
  gst_hst: 'GST/HST',
  qst: 'QST (Quebec)',
  pst_bc: 'PST (British Columbia)',
  pst_sk: 'PST (Saskatchewan)',
  rst_mb: 'RST (Manitoba)',
};

type DatedRate = {
  /** A province, or `CA` for all of Canada except provinces with HST. */
  place: Province | 'CA';
  register: Register;
  name: 'GST' | 'HST' | 'QST' | 'PST' | 'RST';
  account: TaxAccount;
  /** A fraction of the price without any tax. No tax is calculated on top of another tax. */
  rate: number;
  /**
   * `from` is the first day of the rate, and `until` is the first day on which it no longer applies. If `until` is
   * null, the rate still applies.
   */
  from: string;
  until: string | null;
};

const gst = (from: string, rate: number): DatedRate => ({
  place: 'CA',
  register: 'gst_hst',
  name: 'GST',
  account: 'house:tax_gst',
  rate,
  from,
  until: null,
});

const hst = (
  place: Province,
  from: string,
  rate: number,
  until: string | null = null,
): DatedRate => ({
  place,
  register: 'gst_hst',
  name: 'HST',
  account: 'house:tax_hst',
  rate,
  from,
  until,
});

const CANADIAN_RATES: readonly DatedRate[] = [
  gst('2008-01-01', 0.05),
  hst('ON', '2010-07-01', 0.13),
  hst('NB', '2016-07-01', 0.15),
  hst('NL', '2016-07-01', 0.15),
  hst('PE', '2016-10-01', 0.15),
  hst('NS', '2010-07-01', 0.15, '2025-04-01'),
  // Notice 342: the rate applies to payments due or paid on or after 2025-04-01, whichever is earlier.
  hst('NS', '2025-04-01', 0.14),
  {
    place: 'QC',
    register: 'qst',
    name: 'QST',
    account: 'house:tax_qst',
    rate: 0.09975,
    from: '2013-01-01',
    until: null,
  },
  {
    place: 'BC',
    register: 'pst_bc',
    name: 'PST',
    account: 'house:tax_pst_bc',
    rate: 0.07,
    from: '2013-04-01',
    until: null,
  },
  {
    place: 'SK',
    register: 'pst_sk',
    name: 'PST',
    account: 'house:tax_pst_sk',
    rate: 0.06,
    from: '2017-03-23',
    until: null,
  },
  {
    place: 'MB',
    register: 'rst_mb',
    name: 'RST',
    account: 'house:tax_rst_mb',
    rate: 0.07,
    from: '2019-07-01',
    until: null,
  },
];

/**
 * All taxes of a province on a day (`2026-11-23`), whether or not the seller is registered for them. The federal tax
 * comes first.
 */
export function canadianRates(province: Province, day: string): DatedRate[] {
  const holds = ({ from, until }: DatedRate) => from <= day && (until === null || day < until);
  const own = CANADIAN_RATES.filter((one) => one.place === province && holds(one));
  if (own.some(({ name }) => name === 'HST')) return own;
  return [...CANADIAN_RATES.filter((one) => one.place === 'CA' && holds(one)), ...own];
}
