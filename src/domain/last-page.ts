/** The last page of any list: further than anyone pages, but not so far that one call reads a whole table. */
export const LAST_PAGE = 10_000;
