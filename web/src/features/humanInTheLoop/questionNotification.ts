// Browser notifications of new questions, shown only where the user has permitted them and the page is hidden.

/** Whether the browser can notify, and the user has not decided yet. */
export function canAskForNotifications(): boolean {
  return "Notification" in window && Notification.permission === "default";
}

/** Notify the user of a question; does nothing without permission, or while the page is visible. */
export function notifyOfQuestion(questionId: string, title: string, text: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted" || document.visibilityState === "visible") return;
  try {
    const notification = new Notification(title, { body: text, tag: questionId });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chromium on Android has notifications of service workers only.
  }
}
