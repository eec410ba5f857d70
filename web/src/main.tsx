// Entry point: global styles, theme, root component.
import "./app/tokens.css";
import "./app/base.css";
import "./ui/ui.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { applyTheme } from "./app/theme";
import { preloadTimeline } from "./features/timeline/EventTimeline";

applyTheme();
if (location.pathname.startsWith("/d/")) {
  // Whoever opens a negotiation sees its timeline from the first event on.
  void preloadTimeline().then(render);
} else {
  render();
  // Whoever states a demand here comes to it even while the gateway is unreachable.
  if (location.pathname === "/") addEventListener("load", () => { void preloadTimeline(); });
}

function render(): void {
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<App />);
}
