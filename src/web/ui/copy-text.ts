import { showToast } from './toast.tsx';

/** Puts a text on the clipboard, and says so; a browser that doesn't allow it says that. */
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
