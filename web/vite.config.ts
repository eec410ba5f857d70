// Vite build into the folder that the gateway serves; the build is reproducible byte for byte.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const GATEWAY = process.env.GATEWAY_URL ?? "http://127.0.0.1:8000";

const TESTS = "src/**/*.test.{ts,tsx}";
const STATEFUL_TESTS = ["src/app/*.test.tsx", "src/features/humanInTheLoop/*.test.{ts,tsx}", "src/ui/lazyWithRetry.test.tsx"];

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: process.env.TOWOW_PAGE_OUT ?? "../gateway/static",
    emptyOutDir: true,
    target: "es2022",
    // The gateway's content security policy forbids inline scripts and data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // What the first page needs is one file, also the parts that pages loaded later share with it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "main", test: /src\/main\.tsx$/ }] } } },
  },
  // The gateway's origin check needs the original Host header.
  server: { port: 5173, proxy: Object.fromEntries(["/api", "/readyz"].map((path) => [path, { target: GATEWAY, changeOrigin: false }])) },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/testUtils/testSetup.ts"],
    testTimeout: 60_000,
    maxWorkers: "100%",
    projects: [
      // Files share the modules of their process, since importing them again for each takes longer than the tests.
      { extends: true, test: { name: "shared", isolate: false, include: [TESTS], exclude: STATEFUL_TESTS } },
      // These keep timers, leases and listeners in modules, and load some of them anew.
      { extends: true, test: { name: "isolated", isolate: true, include: STATEFUL_TESTS } },
    ],
  },
});
