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

const PAGES = {
  '/result': ResultPage,
  '/demand-letters': DemandLettersPage,
  '/case/*': CasePage,
  '/court-documents': CourtDocumentsPage,
};

/** A visit usually needs one of these pages, so each is fetched when it is opened. */
export function App() {
  return (
    <Routes>
      {Object.entries(PAGES).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Routes>
  );
}

/** Fetches the page of this address. */
export const prepare = () =>
  Promise.all(
    Object.entries(PAGES).map(([path, page]) => location.pathname.startsWith(path.replace('/*', '')) && page.load?.()),
  );
