import { WizardPage } from './wizard-page.tsx';

/** The claim wizard is one page: the query names the screen, never the path. */
export const App = () => <WizardPage />;
