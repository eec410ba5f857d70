// Button that asks the browser for permission to notify the user of questions; nothing asks for it unprompted.
import { useState } from "react";
import { canAskForNotifications } from "./questionNotification";
import { MESSAGES } from "./messages";

/** The button, as long as the browser can notify and the user has neither permitted nor refused it. */
export function NotificationButton() {
  const messages = MESSAGES.useCurrent();
  const [asked, setAsked] = useState(false);
  if (asked || !canAskForNotifications()) return null;
  const ask = (): void => {
    void Notification.requestPermission().then(() => { setAsked(true); }, () => { setAsked(true); });
  };
  return <div><button type="button" className="button small" onClick={ask}>{messages.notify}</button></div>;
}
