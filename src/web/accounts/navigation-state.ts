declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** True: after the sign-in steps the user goes back in the history, so that the previous page keeps its state. */
    comesBack?: boolean;
  }
}
