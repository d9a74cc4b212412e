import { useNavigate } from '@tanstack/react-router';
import './navigation-state.ts';

/**
 * Returns a function that replaces this page, also in the history, with the stage of these openings. `tears`: the first
 * pack is torn as soon as the stage appears, because the user has already pressed *Tear it open*.
 */
export function useWatch(openings: readonly string[]): (how?: { tears?: boolean }) => void {
  const navigate = useNavigate();
  return ({ tears = false } = {}) =>
    void navigate({
      to: '/card-opening',
      search: { opening: openings[0]! },
      state: { openings: [...openings], tears },
      replace: true,
    });
}
