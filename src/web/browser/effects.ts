// Sound and vibration while packs are opened. Both are off by default. The three short sounds are synthesised here, so
// that nothing is downloaded for them.
import type { Rarity } from '#domain/card.ts';
import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';
import { motion } from './motion.ts';

const KEY = 'opening-effects';
/** The gain of the sounds. It gives about -18 LUFS if the volume of the device is at half. */
const GAIN = 0.12;
const TICK_VIBRATION_MS = 8;
const FLIP_VIBRATION_MS = 12;
const LEGENDARY_VIBRATION_MS = [20, 40, 60];

const listeners = new Set<() => void>();
let context: AudioContext | null = null;

function areOn(): boolean {
  return browserStorage.getItem(KEY) === 'on';
}

export function useEffects(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areOn,
    () => false,
  );
}

export function toggleEffects(): void {
  if (areOn()) browserStorage.removeItem(KEY);
  else browserStorage.setItem(KEY, 'on');
  for (const listener of listeners) listener();
  if (areOn()) playFlip();
}

/** Returns the audio context. Returns null if the device has none, or if sound is off. */
function audio(): AudioContext | null {
  if (!areOn() || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

function vibrate(pattern: number | number[]): void {
  if (!areOn() || motion.isOn('less')) return;
  // On devices that can't vibrate, `navigator` has no `vibrate`.
  if ('vibrate' in navigator && matchMedia('(pointer: coarse)').matches) navigator.vibrate(pattern);
}

/** Plays a burst of tearing foil. `speed`: from 0 to 1; a faster tear sounds brighter. */
export function playRip(speed: number): void {
  const voice = audio();
  if (voice === null) return;
  const seconds = 0.09;
  const noise = voice.createBuffer(1, voice.sampleRate * seconds, voice.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length);
  }
  const source = voice.createBufferSource();
  source.buffer = noise;
  const filter = voice.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 1800 + 3200 * Math.min(1, speed);
  source.connect(filter).connect(fadingGain(voice, GAIN * 0.8, seconds));
  source.start();
}

/** Vibrates once. Called at each quarter of the tear. */
export function tickTear(): void {
  vibrate(TICK_VIBRATION_MS);
}

/** Plays the sound and the vibration of a turning card. */
export function playFlip(): void {
  vibrate(FLIP_VIBRATION_MS);
  const voice = audio();
  if (voice !== null)
    tone(voice, { from: 420, to: 180, after: 0, seconds: 0.07, gain: GAIN * 0.7 });
}

const CHIMES: Record<Rarity, [number, number]> = {
  common: [523, 659],
  uncommon: [587, 784],
  rare: [659, 988],
  mythic: [784, 1175],
};

/** Plays two notes. A rarer card gets higher notes. */
export function playChime(rarity: Rarity): void {
  if (rarity === 'mythic') vibrate(LEGENDARY_VIBRATION_MS);
  const voice = audio();
  if (voice === null) return;
  const [low, high] = CHIMES[rarity];
  tone(voice, { from: low, to: low, after: 0, seconds: 0.22, gain: GAIN });
  tone(voice, { from: high, to: high, after: 0.12, seconds: 0.42, gain: GAIN });
}

function tone(
  voice: AudioContext,
  note: { from: number; to: number; after: number; seconds: number; gain: number },
): void {
  const start = voice.currentTime + note.after;
  const source = voice.createOscillator();
  source.type = 'triangle';
  source.frequency.setValueAtTime(note.from, start);
  source.frequency.exponentialRampToValueAtTime(note.to, start + note.seconds);
  source.connect(fadingGain(voice, note.gain, note.seconds, note.after));
  source.start(start);
  source.stop(start + note.seconds);
}

function fadingGain(voice: AudioContext, level: number, seconds: number, after = 0): GainNode {
  const gain = voice.createGain();
  const start = voice.currentTime + after;
  gain.gain.setValueAtTime(level, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  gain.connect(voice.destination);
  return gain;
}
