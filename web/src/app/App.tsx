// Routes of the application and the page layout.
import { Suspense, useEffect, useLayoutEffect } from "react";
import { BrowserRouter, matchPath, Outlet, Route, Routes, NavigationType, useLocation, useNavigationType } from "react-router";
import { HomePage } from "../features/home/HomePage";
import { NegotiationPage } from "../features/negotiation/NegotiationPage";
import { QuestionsPanel } from "../features/humanInTheLoop/QuestionsPanel";
import { SignInDialog } from "../features/session/SignInDialog";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { useLocaleStore } from "../i18n/locale";
import { ErrorBoundary } from "./ErrorBoundary";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { LoadingFallback } from "./LoadingFallback";
import { NewVersionNotice } from "./NewVersionNotice";
import { NotFoundPage } from "./NotFoundPage";
import "./app.css";

// Loaded on demand, so that a browser fetches only what it shows. The home and negotiation pages are in the main chunk:
// navigating between them must work while the gateway is unreachable.
const AgentsPage = lazyWithRetry(async () => (await import("../features/agents/AgentsPage")).AgentsPage);
const DeliberationPage = lazyWithRetry(async () => (await import("../features/deliberation/DeliberationPage")).DeliberationPage);
const DeliberationsPage = lazyWithRetry(async () => (await import("../features/deliberation/start/DeliberationsPage")).DeliberationsPage);
const GamePage = lazyWithRetry(async () => (await import("../features/games/GamePage")).GamePage);
const GamesPage = lazyWithRetry(async () => (await import("../features/games/start/GamesPage")).GamesPage);
const InvitationPage = lazyWithRetry(async () => (await import("../features/invitation/InvitationPage")).InvitationPage);
const OperationsPage = lazyWithRetry(async () => (await import("../features/operations/OperationsPage")).OperationsPage);
const RemotePage = lazyWithRetry(async () => (await import("../features/presenter/RemotePage")).RemotePage);
const StagePage = lazyWithRetry(async () => (await import("../features/stage/StagePage")).StagePage);

/** Root component: error boundary, router and routes. */
export function App() {
  const locale = useLocaleStore((state) => state.locale);
  useEffect(() => {
    document.documentElement.lang = locale === "zh" ? "zh-CN" : "en";
  }, [locale]);
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Routes>
          <Route path="/stage/:demandId" element={<Suspense fallback={<LoadingFallback />}><StagePage /></Suspense>} />
          <Route path="/i/:token" element={<Suspense fallback={<LoadingFallback />}><InvitationPage /></Suspense>} />
          <Route path="/remote/:demandId" element={<Suspense fallback={<LoadingFallback />}><RemotePage /></Suspense>} />
          <Route element={<PageLayout />}>
            <Route path="/" element={<HomePage />} />
            <Route path="/d/:demandId" element={<NegotiationPage />} />
            <Route path="/deliberations" element={<DeliberationsPage />} />
            <Route path="/deliberations/:sessionId" element={<DeliberationPage />} />
            <Route path="/games" element={<GamesPage />} />
            <Route path="/games/:gameId" element={<GamePage />} />
            <Route path="/agents" element={<AgentsPage />} />
            <Route path="/operations" element={<OperationsPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
        <SignInDialog />
      </BrowserRouter>
    </ErrorBoundary>
  );
}

/** Begin a page at its top; going back and forward, the browser finds the place itself. */
function useScrollToTop(pathname: string): void {
  const way = useNavigationType();
  const isReturn = way === NavigationType.Pop;
  useLayoutEffect(() => {
    if (!isReturn) scrollTo(0, 0);
  }, [pathname, isReturn]);
}

/** Layout of all pages except the stage: header, content, questions panel, footer. */
function PageLayout() {
  const { pathname } = useLocation();
  useScrollToTop(pathname);
  return (
    <div className="frame">
      <Header />
      <QuestionsPanel demandId={matchPath("/d/:demandId", pathname)?.params.demandId ?? null} />
      <main className="frame-main" id="main">
        {/* A new key per path resets the boundary on navigation. */}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<LoadingFallback />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <NewVersionNotice />
      <Footer />
    </div>
  );
}
