// If the shop can't be reached and sample data is enabled, replaces the pack types by samples.
import type { PackType } from '#contract/catalogue.ts';
import { create } from 'zustand';
import { ApiError, type ApiErrorType } from '../api/api-error.ts';
import { FEATURES } from '../browser/features.ts';

/** Whether the page shows sample data. If so, the page says it to the visitor. */
export const useSampleData = create(() => ({ isShown: false }));

const UNREACHABLE = new Set<ApiErrorType>(['network_error', 'server_error', 'timeout_error']);

/** Returns the shop's pack types, or sample packs if the shop can't be reached and samples are enabled. */
export async function orSamples(loading: Promise<PackType[]>): Promise<PackType[]> {
  // This condition is constant in a build, so the bundler drops the code below.
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
