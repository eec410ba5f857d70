// Access to localStorage that never throws: where storage is blocked, reads return null and writes are ignored.

/** Read a value from localStorage; null when it is absent or storage is blocked. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Write a value to localStorage, or remove it when `value` is null; ignored when storage is blocked. */
export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full: the value is not persisted.
  }
}
