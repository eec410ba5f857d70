// Where does the page begin?
import "./app/tokens.css";
import "./app/base.css";
import "./ui/ui.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { dress } from "./app/theme";

dress();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
