// Escaping of bidirectional control characters, which could reorder the text that follows.

/** Embedding, override and isolate controls of the Unicode bidirectional algorithm, and their terminators. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Remove bidirectional controls. */
export function stripBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, "");
}

/** Replace bidirectional controls with visible text: U+202E becomes ⟨U+202E⟩. */
export function escapeBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}
