import { tabMemory } from '../api/tab-memory.ts';
import type { Details } from './personal-details-form.tsx';

/** The personal details as somebody typed them and has not saved. */
export const detailsDraft = tabMemory<Details>('personal-details');
