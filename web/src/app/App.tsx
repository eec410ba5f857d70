// Which page answers to which address?
import { Suspense, useEffect } from "react";
import { BrowserRouter, Outlet, Route, Routes, useLocation } from "react-router";
import { HomePage } from "../features/home/HomePage";
import { NegotiationPage } from "../features/negotiation/NegotiationPage";
import { PersonPanel } from "../features/humanInTheLoop/QuestionsPanel";
import { SignInDialog } from "../features/session/SignInDialog";
import { lazily } from "../ui/lazyWithRetry";
import { useLanguage } from "../i18n/locale";
import { Boundary } from "./ErrorBoundary";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { Loading } from "./LoadingFallback";
import { NotFound } from "./NotFoundPage";
import "./app.css";

// Files of their own, so that a browser reads only what it shows. A demand and its negotiation are always at hand: one
// goes from the one to the other also while the gateway is away.
const AgentsPage = lazily(async () => (await import("../features/agents/AgentsPage")).AgentsPage);
const StagePage = lazily(async () => (await import("../features/stage/StagePage")).StagePage);

export function App() {
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  }, [language]);
  return (
    <Boundary>
      <BrowserRouter>
        <Routes>
          <Route path="/stage/:demandId" element={<Suspense fallback={<Loading />}><StagePage /></Suspense>} />
          <Route element={<Framed />}>
            <Route path="/" element={<HomePage />} />
            <Route path="/d/:demandId" element={<NegotiationPage />} />
            <Route path="/agents" element={<AgentsPage />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
        <SignInDialog />
      </BrowserRouter>
    </Boundary>
  );
}

function Framed() {
  const { pathname } = useLocation();
  return (
    <div className="frame">
      <Header />
      <main className="frame-main" id="main">
        {/* What failed on one page is forgotten on the next. */}
        <Boundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </Boundary>
      </main>
      <PersonPanel />
      <Footer />
    </div>
  );
}
