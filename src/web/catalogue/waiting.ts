// What waits for the viewer, and which pack types the viewer has bought. The browser loads this after the page, because
// the server renders the same page for everybody.
import type { Reply } from '#contract/endpoint.ts';
import { showWaiting } from '#contract/profile-waiting.ts';
import { useAsk } from '../api/ask.ts';

export type Waiting = Reply<typeof showWaiting>;

export function useWaiting() {
  return useAsk(showWaiting, {}, { staleTime: 30_000 });
}
