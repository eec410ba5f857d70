// Made by `npm run generate` from docs/schema; change the gateway, not this file.
/** Maximum length of a demand, in characters. */
export const MAX_DEMAND_CHARS = 8000;
/** Maximum length of a user id, in characters. */
export const MAX_USER_ID_CHARS = 128;
/** Maximum length of the message that starts a deliberation, in characters. */
export const MAX_MESSAGE_CHARS = 8000;
