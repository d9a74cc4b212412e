import { IconButton } from '../ui/button.tsx';
import { toggleEffects, useEffects } from '../browser/effects.ts';

/** A button that turns sound and vibration on or off. They are off by default. */
export function EffectsToggle() {
  const isOn = useEffects();
  return (
    <IconButton label="Sound and vibration" aria-pressed={isOn} onClick={toggleEffects}>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z" />
        <path
          d={isOn ? 'M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11' : 'm16 9.5 5 5M21 9.5l-5 5'}
        />
      </svg>
    </IconButton>
  );
}
