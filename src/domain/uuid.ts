/** The form of ids, in upper or lower case. Other texts can't be ids. */
export const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
