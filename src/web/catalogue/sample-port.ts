// The code that opens a sample is in a higher room, so `routes.tsx` fills this port.
import type { PackType } from '#contract/catalogue.ts';
import type { ComponentType } from 'react';

export type Sample = ComponentType<{ pack: PackType; onClose: () => void }>;

export const samplePort: { load: () => Promise<Sample | undefined> } = {
  load: async () => undefined,
};
