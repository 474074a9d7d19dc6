import { WizardPage } from './wizard-page.tsx';

/** The claim wizard is one page: where somebody is stands in the query, never in the path. */
export const App = () => <WizardPage />;
