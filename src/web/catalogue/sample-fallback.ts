// Falling back to sample data when the shop can't be reached, where that is switched on.
import type { PackType } from '#contract/catalogue.ts';
import { create } from 'zustand';
import { ApiError, type ApiErrorType } from '../api/api-error.ts';
import { FEATURES } from '../browser/features.ts';

/** Whether what is on the screen is sample data; the page then says so. */
export const useSampleData = create(() => ({ isShown: false }));

const UNREACHABLE = new Set<ApiErrorType>(['network_error', 'server_error', 'timeout_error']);

/** The pack types of the shop, or samples when it can't be reached and samples are allowed. */
export async function orSamples(loading: Promise<PackType[]>): Promise<PackType[]> {
  // Constant in a build, so that nothing below is in it.
  if (!import.meta.env.DEV || import.meta.env.SSR || !FEATURES.sampleData) return loading;
  try {
    const packs = await loading;
    useSampleData.setState({ isShown: false });
    return packs;
  } catch (error) {
    if (!(error instanceof ApiError) || !UNREACHABLE.has(error.type)) throw error;
    const { samplePackTypes } = await import('./sample-data.ts');
    useSampleData.setState({ isShown: true });
    return samplePackTypes();
  }
}
