// How is the page built? Into the folder that the gateway serves; the same sources always give the same bytes.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const GATEWAY = process.env.GATEWAY_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: process.env.TOWOW_PAGE_OUT ?? "../gateway/static",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the gateway lets nothing inline run, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  // The gateway lets only its own pages change anything, so it must see the name that the browser asked for.
  server: { port: 5173, proxy: Object.fromEntries(["/api", "/readyz"].map((path) => [path, { target: GATEWAY, changeOrigin: false }])) },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"], setupFiles: ["src/testUtils/testSetup.ts"], testTimeout: 60_000 },
});
