// The opening session of this tab. It is kept in memory: a payment in the URL, or a pack that
// navigation passed along, starts it again after a reload.
import { create } from 'zustand';
import { onForget } from '../browser/tab-memory.ts';
import { NO_SESSION, sessionOf, type OpeningSession, type PackToOpen } from './opening-session.ts';

export const useOpeningSession = create<OpeningSession>(() => NO_SESSION);

/** Makes a pack ready to be opened on /card-opening; null: that of a payment, whichever it is. */
export function chooseOpening(pack: PackToOpen | null): void {
  useOpeningSession.setState(sessionOf(pack), true);
}

/** Ends the session: from here on there is nothing to open. */
export function clearOpening(): void {
  useOpeningSession.setState(NO_SESSION, true);
}
onForget(clearOpening);
