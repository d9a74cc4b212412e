// Decides for each line of `leave-to-open.ts` whether the shop fulfils it.
import { LEGAL_KEYS, LEGAL_TITLES, type LegalText } from './consent.ts';
import {
  ELSEWHERE,
  OPENING_LINES,
  openPlaces,
  type JudgedLine,
  type OpeningLine,
  type Signature,
} from './leave-to-open.ts';
import type { SalesPlaces } from './sales-places.ts';
import type { ShopSettings } from './shop-settings.ts';

const BACKUP_HOURS = 24;

export type OpeningEvidence = {
  now: Date;
  settings: ShopSettings;
  /** Whether the shop has a contact address of its own, instead of the product's. */
  hasOwnContact: boolean;
  places: SalesPlaces;
  /** Whether an operator has saved the places of sale. */
  arePlacesSaved: boolean;
  areTaxesSaved: boolean;
  legal: readonly LegalText[];
  publicUrl: string;
  hasMailServer: boolean;
  /** Whether an operator has typed a code that the shop mailed, which proves that its mails arrive. */
  isMailProved: boolean;
  newestBackupAt: Date | null;
  operatorsWithoutSecondFactor: number;
  takesCards: boolean;
  isWebhookHeard: boolean;
  signatures: readonly Signature[];
  /** The SHA-256 of the statement about sources as About shows it. */
  sourcesSha256: string;
};

export function judgeOpening(evidence: OpeningEvidence): JudgedLine[] {
  return OPENING_LINES.map((line) => ({ line, problem: JUDGES[line](evidence) }));
}

const JUDGES: Record<OpeningLine, (evidence: OpeningEvidence) => string | null> = {
  places: ({ places, arePlacesSaved }) => {
    if (!arePlacesSaved) return 'No operator has saved the places of sale.';
    return openPlaces(places).length > 0 ? null : 'No place of sale is open.';
  },
  ages: ({ settings }) =>
    settings.ageCheck.isAsked ? null : 'The first purchase does not ask for an age.',
  taxes: ({ areTaxesSaved }) => (areTaxesSaved ? null : 'No operator has saved the taxes.'),
  texts: ({ legal }) => {
    const missing = LEGAL_KEYS.filter((key) => !legal.some((text) => text.key === key));
    return missingOf(
      'Not published:',
      missing.map((key) => LEGAL_TITLES[key]),
    );
  },
  seller: (evidence) => missingOf('Missing:', missingSellerFields(evidence)),
  mail: ({ hasMailServer, isMailProved }) => {
    if (!hasMailServer) return 'The shop has no mail server.';
    return isMailProved ? null : 'No operator has typed a code that the shop mailed.';
  },
  backup: ({ now, newestBackupAt }) => {
    if (newestBackupAt === null) return 'There is no backup.';
    const hours = (now.getTime() - newestBackupAt.getTime()) / 3_600_000;
    return hours < BACKUP_HOURS ? null : 'The newest backup is older than a day.';
  },
  tls: ({ publicUrl }) =>
    publicUrl.startsWith('https://') ? null : 'The shop’s public address is not https.',
  second_factors: ({ operatorsWithoutSecondFactor: without }) => {
    if (without === 0) return null;
    return `${without} ${without === 1 ? 'operator has' : 'operators have'} no second factor.`;
  },
  webhook: ({ takesCards, isWebhookHeard }) => {
    if (!takesCards) return 'The shop has no keys of a card provider.';
    return isWebhookHeard ? null : 'No event of the card provider has arrived.';
  },
  opinion: ({ now, places, signatures }) => {
    const covered = signatures
      .filter((one) => one.line === 'opinion' && isInForce(one, now))
      .flatMap((one) => one.places);
    return missingOf(
      'Not covered by a signed opinion:',
      openPlaces(places)
        .filter((place) => !covered.includes(place))
        .map((place) => (place === ELSEWHERE ? 'everywhere else' : place)),
    );
  },
  approval: ({ now, signatures }) =>
    signatures.some((one) => one.line === 'approval' && isInForce(one, now))
      ? null
      : 'No approval is signed.',
  sources: ({ now, signatures, sourcesSha256 }) =>
    signatures.some(
      (one) => one.line === 'sources' && one.sha256 === sourcesSha256 && isInForce(one, now),
    )
      ? null
      : 'The statement, as it reads now, is not confirmed.',
};

/** The facts about the seller that the law requires and the settings lack. */
function missingSellerFields({ settings, hasOwnContact }: OpeningEvidence): string[] {
  const { seller, contactEmail } = settings;
  const fields: Record<string, string | null> = {
    'legal name': seller.legalName,
    'postal address': seller.address,
    'contact address': hasOwnContact ? contactEmail : null,
    telephone: seller.phone,
    'privacy officer': seller.privacyOfficer,
  };
  return Object.keys(fields).filter((name) => !fields[name]?.trim());
}

function isInForce({ endsAt }: Signature, now: Date): boolean {
  return now < endsAt;
}

function missingOf(before: string, names: readonly string[]): string | null {
  return names.length === 0 ? null : `${before} ${names.join(', ')}.`;
}
