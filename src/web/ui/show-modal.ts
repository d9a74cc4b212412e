/**
 * Opens a dialog in front of the page. The page does not move, neither now nor while the dialog is open (styles.css).
 */
export function showModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  // Overlay scrollbars take no room.
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.offsetWidth);
  dialog.showModal();
}
