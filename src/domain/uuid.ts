/** What ids look like, in either case. What has another form can't be the id of anything. */
export const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
