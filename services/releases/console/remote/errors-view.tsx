import { ErrorList } from './error-list.tsx';

const SHOWN = 100;

/** Errors of every remote. */
export const ErrorsView = () => <ErrorList limit={SHOWN} />;
