import { tabMemory } from '../api/tab-memory.ts';
import type { Details } from './personal-details-form.tsx';

/** The personal details that somebody changed and has not saved; the others are as the profile says. */
export const detailsDraft = tabMemory<Partial<Details>>('personal-details');
