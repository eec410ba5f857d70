// How does a text read that has marks in it which turn the direction of what follows around? The marks are shown, not obeyed.

/** Embeddings, overrides and isolates of Unicode's bidirectional algorithm, and what ends them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Without them: where there is room for a letter only. */
export function withoutTurning(text: string): string {
  return text.replace(TURNING, "");
}

/** U+202E stands there as ⟨U+202E⟩. */
export function asText(text: string): string {
  return text.replace(TURNING, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}
