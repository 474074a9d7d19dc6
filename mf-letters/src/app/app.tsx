import { common } from '@redress/copy/common';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';

const ResultPage = lazy(() =>
  import('../features/result/result-page.tsx').then((page) => ({ default: page.ResultPage })),
);
const DemandLettersPage = lazy(() =>
  import('../features/demand-letters/demand-letters-page.tsx').then((page) => ({ default: page.DemandLettersPage })),
);
const CourtDocumentsPage = lazy(() =>
  import('../features/court-documents/court-documents-page.tsx').then((page) => ({ default: page.CourtDocumentsPage })),
);

/** The letter, all letters, the court papers: people come to one of them, so each is fetched when it is asked for. */
export function App() {
  return (
    <Suspense fallback={<p role="status">{common.loadingText}</p>}>
      <Routes>
        <Route path="/result" element={<ResultPage />} />
        <Route path="/demand-letters" element={<DemandLettersPage />} />
        <Route path="/court-documents" element={<CourtDocumentsPage />} />
      </Routes>
    </Suspense>
  );
}
