/** The form of ids, in upper or lower case. Anything else can't be an id. */
export const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
