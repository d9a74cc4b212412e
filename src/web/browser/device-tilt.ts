// Moves the light on the card when the user tilts the phone. Tilting is off by default. The choice lasts for one visit,
// because some devices require a press in each visit before they report their tilt.
import { useSyncExternalStore } from 'react';

/** The tilt of a device in degrees. `beta`: towards the user or away from them. `gamma`: sideways. */
export type Posture = { beta: number; gamma: number };

/** If the tilt differs from the user's usual tilt by this much, the light reaches the edge of the card. */
const LEAN_DEGREES = 20;
/**
 * The weight of one reading in the usual tilt, which is a moving average. The average follows the hand slowly. So if
 * the user lies down, the card becomes level again after a while.
 */
const FOLLOW = 0.01;

/** Returns the usual tilt after one more reading. */
export function nextUsualTilt(usual: Posture, reading: Posture): Posture {
  return {
    beta: usual.beta + (reading.beta - usual.beta) * FOLLOW,
    gamma: usual.gamma + (reading.gamma - usual.gamma) * FOLLOW,
  };
}

/**
 * Returns the position of the light as fractions of the card. `turned`: the rotation of the screen in degrees, as in
 * `screen.orientation.angle`.
 */
export function leanOf(usual: Posture, reading: Posture, turned = 0): { x: number; y: number } {
  const down = reading.beta - usual.beta;
  const right = reading.gamma - usual.gamma;
  const angle = (turned * Math.PI) / 180;
  const across = right * Math.cos(angle) + down * Math.sin(angle);
  const along = down * Math.cos(angle) - right * Math.sin(angle);
  return { x: share(across), y: share(along) };
}

function share(degrees: number): number {
  return 0.5 + Math.max(-0.5, Math.min(0.5, degrees / LEAN_DEGREES / 2));
}

const listeners = new Set<() => void>();
let isOn = false;

export function useDeviceTilt(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOn,
    () => false,
  );
}

/** Returns whether this is a handheld device that reports its tilt. */
export function canTilt(): boolean {
  return 'DeviceOrientationEvent' in window && matchMedia('(pointer: coarse)').matches;
}

/** The class of tilt events, on devices that ask for permission. Other devices lack `requestPermission`. */
type Asking = { requestPermission?: () => Promise<'granted' | 'denied'> };

export async function toggleDeviceTilt(): Promise<void> {
  const device = DeviceOrientationEvent as unknown as Asking;
  const permission = isOn ? 'granted' : await device.requestPermission?.().catch(() => 'denied');
  isOn = !isOn && permission !== 'denied';
  for (const listener of listeners) listener();
}

/** Calls `lean` with the position of the light whenever the device tilts. Returns a function that unsubscribes. */
export function followDevice(lean: (x: number, y: number) => void): () => void {
  let usual: Posture | null = null;
  const listen = ({ beta, gamma }: DeviceOrientationEvent) => {
    if (beta === null || gamma === null) return;
    const reading = { beta, gamma };
    usual = nextUsualTilt(usual ?? reading, reading);
    const { x, y } = leanOf(usual, reading, screen.orientation.angle);
    lean(x, y);
  };
  window.addEventListener('deviceorientation', listen);
  return () => window.removeEventListener('deviceorientation', listen);
}
