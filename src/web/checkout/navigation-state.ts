declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** This checkout was paid and its packs are open. After a reload, the page must not offer the purchase again. */
    isOpened?: true;
  }
}

export {};
