// The opening session of this tab, in memory only. After a reload, the payment in the URL or the pack in the navigation
// state starts it again.
import { create } from 'zustand';
import { onForget } from '../browser/tab-memory.ts';
import { NO_SESSION, sessionOf, type OpeningSession, type PackToOpen } from './opening-session.ts';

export const useOpeningSession = create<OpeningSession>(() => NO_SESSION);

/** Starts a session for a pack, or for any pack of a payment if `pack` is null. */
export function chooseOpening(pack: PackToOpen | null): void {
  useOpeningSession.setState(sessionOf(pack), true);
}

/** Ends the session: there is nothing left to open. */
export function clearOpening(): void {
  useOpeningSession.setState(NO_SESSION, true);
}
onForget(clearOpening);
