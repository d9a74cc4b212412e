// Tilting the phone tilts the card: off unless it is asked for, and for this visit only. Some devices
// want a press before they tell how they are held, so what a former visit chose could not be kept.
import { useSyncExternalStore } from 'react';

/** How a device is held, in degrees: `beta` to and from its owner, `gamma` to the sides. */
export type Posture = { beta: number; gamma: number };

/** Leaned this far from how it is usually held, the light is at the edge of the card. */
const LEAN_DEGREES = 20;
/** The usual posture follows the hand slowly: who lies down gets an even card again. */
const FOLLOW = 0.01;

/** The usual posture after one more reading. */
export function followed(usual: Posture, reading: Posture): Posture {
  return {
    beta: usual.beta + (reading.beta - usual.beta) * FOLLOW,
    gamma: usual.gamma + (reading.gamma - usual.gamma) * FOLLOW,
  };
}

/**
 * Where the light is, in shares of the card. `turned`: how far the screen is turned on the device, in
 * degrees, counted as `screen.orientation.angle` does.
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

/** Whether this is a device that is held in a hand and can tell how. */
export function canTilt(): boolean {
  return 'DeviceOrientationEvent' in window && matchMedia('(pointer: coarse)').matches;
}

/** Some devices ask their owner first. */
type Asking = { requestPermission?: () => Promise<'granted' | 'denied'> };

export async function toggleDeviceTilt(): Promise<void> {
  const device = DeviceOrientationEvent as unknown as Asking;
  const answer = isOn ? 'granted' : await device.requestPermission?.().catch(() => 'denied');
  isOn = !isOn && answer !== 'denied';
  for (const listener of listeners) listener();
}

/** Tells where the light goes as the device leans. Returns a function that unsubscribes. */
export function followDevice(lean: (x: number, y: number) => void): () => void {
  let usual: Posture | null = null;
  const listen = ({ beta, gamma }: DeviceOrientationEvent) => {
    if (beta === null || gamma === null) return;
    const reading = { beta, gamma };
    usual = followed(usual ?? reading, reading);
    const { x, y } = leanOf(usual, reading, screen.orientation.angle);
    lean(x, y);
  };
  window.addEventListener('deviceorientation', listen);
  return () => window.removeEventListener('deviceorientation', listen);
}
