/** Opens a modal dialog. While the dialog is open, the page behind it stays in place (styles.css). */
export function showModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  // If scrollbars are overlays, the attribute is not set, because overlays take up no room.
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.offsetWidth);
  dialog.showModal();
}
