/** Opens a dialog in front of the page, which moves neither now nor while it is open (styles.css). */
export function showModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  // Scrollbars that lie over the page take no room.
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.offsetWidth);
  dialog.showModal();
}
