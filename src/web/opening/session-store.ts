// The opening session of this tab. It is only in memory. After a reload, the payment in the URL or the pack in the
// navigation state starts a new session.
import { create } from 'zustand';
import { onForget } from '../browser/tab-memory.ts';
import { NO_SESSION, sessionOf, type OpeningSession, type PackToOpen } from './opening-session.ts';

export const useOpeningSession = create<OpeningSession>(() => NO_SESSION);

/** Starts a session for a pack. If `pack` is null, the session is for any pack of a payment. */
export function chooseOpening(pack: PackToOpen | null): void {
  useOpeningSession.setState(sessionOf(pack), true);
}

/** Ends the session, because nothing is left to open. */
export function clearOpening(): void {
  useOpeningSession.setState(NO_SESSION, true);
}
onForget(clearOpening);
