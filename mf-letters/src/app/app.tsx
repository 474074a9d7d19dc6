import { common } from '@redress/copy/common';
import { lateScreen } from '@redress/mf-runtime';
import { Route, Routes } from 'react-router-dom';

const loading = <p role="status">{common.loadingText}</p>;

const ResultPage = lateScreen(
  () => import('../features/result/result-page.tsx').then((page) => page.ResultPage),
  loading,
);
const DemandLettersPage = lateScreen(
  () => import('../features/demand-letters/demand-letters-page.tsx').then((page) => page.DemandLettersPage),
  loading,
);
const CasePage = lateScreen(() => import('../features/case/case-page.tsx').then((page) => page.CasePage), loading);
const CourtDocumentsPage = lateScreen(
  () => import('../features/court-documents/court-documents-page.tsx').then((page) => page.CourtDocumentsPage),
  loading,
);

/** A visit usually needs one of these pages, so each is fetched when it is opened. */
export function App() {
  return (
    <Routes>
      <Route path="/result" element={<ResultPage />} />
      <Route path="/demand-letters" element={<DemandLettersPage />} />
      <Route path="/case/*" element={<CasePage />} />
      <Route path="/court-documents" element={<CourtDocumentsPage />} />
    </Routes>
  );
}
