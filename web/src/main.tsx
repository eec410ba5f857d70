// Entry point: global styles, theme, root component.
import "./app/tokens.css";
import "./app/base.css";
import "./ui/ui.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { applyTheme } from "./app/theme";

applyTheme();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
