// Public helplines about gambling, by place. Sources: for Canada's provinces
// https://www.playcanada.com/news/gambling-addiction-hotlines-canada/ (2022), for Alberta the Addiction Helpline of
// Alberta Health Services, for the United States the National Council on Problem Gambling and 800gambler.org, for
// Britain GamCare. A helpline changes its number now and then, so docs/operators.md asks operators to call each one
// before a shop opens.

/** `region` is a country, province or state. */
export type Helpline = { region: string; name: string; phone: string };

export const HELPLINES: readonly Helpline[] = [
  { region: 'CA-AB', name: 'Addiction Helpline', phone: '1-866-332-2322' },
  { region: 'CA-BC', name: 'Problem Gambling Help Line', phone: '1-888-795-6111' },
  { region: 'CA-MB', name: 'Problem Gambling Helpline', phone: '1-800-463-1554' },
  { region: 'CA-NB', name: 'Gambling Information Line', phone: '1-800-461-1234' },
  { region: 'CA-NL', name: 'Problem Gambling Help Line', phone: '1-888-899-4357' },
  { region: 'CA-NS', name: 'Problem Gambling Help Line', phone: '1-888-347-8888' },
  { region: 'CA-ON', name: 'ConnexOntario', phone: '1-866-531-2600' },
  { region: 'CA-QC', name: 'Jeu : aide et référence', phone: '1-800-461-0140' },
  { region: 'CA-SK', name: 'Problem Gambling Help Line', phone: '1-800-306-6789' },
  { region: 'US', name: 'National Problem Gambling Helpline', phone: '1-800-522-4700' },
  { region: 'US', name: '1-800-GAMBLER', phone: '1-800-426-2537' },
  { region: 'GB', name: 'National Gambling Helpline', phone: '0808 8020 133' },
];
