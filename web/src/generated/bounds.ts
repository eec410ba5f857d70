// Made by `npm run generate` from docs/schema; change the gateway, not this file.
/** Characters of a demand. */
export const LONGEST_DEMAND = 8000;
/** Characters of a user's id. */
export const LONGEST_USER = 128;
