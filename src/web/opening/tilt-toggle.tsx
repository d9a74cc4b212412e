import { useReducedMotion } from '../browser/motion.ts';
import { IconButton } from '../ui/button.tsx';
import { canTilt, toggleDeviceTilt, useDeviceTilt } from '../browser/device-tilt.ts';

/** A button that lets tilting move the light. Shown if the device reports its tilt and motion is not reduced. */
export function TiltToggle() {
  const isOn = useDeviceTilt();
  if (useReducedMotion() || !canTilt()) return null;
  return (
    <IconButton
      label="Tilt with the device"
      aria-pressed={isOn}
      onClick={() => void toggleDeviceTilt()}
    >
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
        <rect
          x="8.5"
          y="5"
          width="7"
          height="14"
          rx="1.6"
          transform={isOn ? 'rotate(14 12 12)' : undefined}
        />
        <path d={isOn ? 'M4 9.5a8 8 0 0 0 1 6M20 14.5a8 8 0 0 0-1-6' : 'M11.2 16.6h1.6'} />
      </svg>
    </IconButton>
  );
}
