// Lint rules for all sources of the page.
import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules", "src/generated", "dist"] },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "max-lines": ["error", { max: 250 }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // Responses may lack fields that their types promise, and an asserted type parameter is used only once.
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "no-duplicate-imports": "error",
      "no-restricted-syntax": ["error", { selector: "ExportDefaultDeclaration", message: "Export by name." }],
    },
  },
  { files: ["**/*.tsx"], ...a11y.flatConfigs.strict },
  { files: ["**/*.{ts,tsx}"], ...hooks.configs.flat["recommended-latest"] },
  { files: ["vite.config.ts"], rules: { "no-restricted-syntax": "off" } },
  { files: ["scripts/**", "*.js"], languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } } },
);
