import { showToast } from './toast.tsx';

/** Copies a text to the clipboard. A toast shows `done` or, if the browser refuses, an error. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: 'success', title: done });
  } catch {
    showToast({
      kind: 'error',
      title: 'Not copied',
      text: 'Your browser doesn’t allow access to the clipboard.',
    });
  }
}
