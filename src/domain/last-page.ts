/** The last page number that lists accept. Without a limit, a call for a very late page would read a whole table. */
export const LAST_PAGE = 10_000;
