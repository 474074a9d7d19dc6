/** The whole wizard over the store and a fake server, as the shell would mount it. */
import type { FakeCalls } from '@redress/api-client/fakes';
import { DEFAULT_WIZARD_SETTINGS, type ClaimFormData, type FormSession, type UserData } from '@redress/contracts';
import type { PageData } from '@redress/contracts/releases';
import { CATEGORIES, subcategoriesOf } from '@redress/domain/categories';
import { STATES } from '@redress/domain/jurisdictions';
import { installHost, type HostPort } from '@redress/mf-runtime';
import { selectWizard, type EditPair } from '@redress/session-store';
import { aPage, aUser, renderApp, type Rendered } from '@redress/testing';
import { act } from '@testing-library/react';
import { useInsertionEffect, type ReactNode } from 'react';
import { App } from '../app/app.tsx';
// The wizard fetches these when they are needed. Here they are loaded before the first test: reading and translating
// them took most of the second that a `findBy` of the first test waits.
import '../app/claim-screens.tsx';
import '../app/later-screens.tsx';
import '../features/case-so-far/live-sheet.tsx';
import '../features/claim-details/rows/parts.ts';
import '../features/slots/address-check.tsx';
import '../features/claim-type/time-limit.ts';
import '../shared/story-gate/story-gate.tsx';
import { forgetRun } from '../features/generating/last-run.ts';
import { aSession, DRAFT, SAVED_AT } from './autosave-bench.ts';

export interface TestHost {
  navigated: string[];
  announced: string[];
  title(): string;
}

/** Slots are replaced by two buttons that call their callbacks. */
function testHost(wizard: Partial<PageData['wizard']>): HostPort & TestHost {
  let title = '';
  const navigated: string[] = [];
  const announced: string[] = [];
  return {
    page: aPage({ wizard: { ...DEFAULT_WIZARD_SETTINGS, ...wizard } }),
    navigated,
    announced,
    title: () => title,
    navigate: (path) => navigated.push(path),
    loadSlot: (name) =>
      Promise.resolve({
        buildId: 'test',
        inPlaceOf: 'test',
        Component: (props: { onDone: () => void; onBack?: () => void; onClose?: () => void; notes?: ReactNode }) => (
          <div data-slot={name}>
            {props.notes}
            <button type="button" onClick={props.onDone}>{`${name} done`}</button>
            <button type="button" onClick={props.onBack ?? props.onClose}>{`${name} back`}</button>
          </div>
        ),
      } as never),
    prefetch: () => undefined,
    fetchAhead: () => undefined,
    isPage: () => true,
    announce: (text) => announced.push(text),
    setTitle: (text) => {
      title = text;
    },
    recoverSlot: (_name, _build, { error }) => Promise.reject(error as Error),
  };
}

const limitFact = {
  source: 'Example Statutes, section 1',
  source_url: 'https://law.example.gov/limit',
  as_of: 'January 2026',
  read_on: 'November 21, 2026',
  confidence: 'official',
  note: null,
} as const;

/** What the real server answers to the wizard's questions, from the same data; saves are counted. */
export function wizardCalls(session: FormSession | null = null): FakeCalls {
  let revision = session?.revision ?? 0;
  return {
    categories: {
      data: CATEGORIES.map(({ value, label, icon, order, hint }) => ({ value, label, icon, order, hint })),
    },
    subcategories: ({ parent_id }) => ({
      data: subcategoriesOf(String(parent_id)).map(({ value, label, icon }) => ({ value, label, icon })),
    }),
    states: {
      data: STATES.map(({ code, name, limit, businessLimit, limitNotFor }) => ({
        value: code,
        label: name,
        code,
        name,
        country: 'US' as const,
        court_name: null,
        limit: (limit.value ?? 0) / 100,
        limit_business: businessLimit.value === limit.value ? null : (businessLimit.value ?? 0) / 100,
        limit_fact: limitFact,
        may_give_up: code !== 'TX',
        limit_not_for: [...limitNotFor],
      })),
    },
    createFormSession: { form_session_id: DRAFT, revision: 0 },
    getFormSession: () => ({ session }),
    clearSessionForm: { message: '' },
    saveFormData: () => ({
      form_session_id: session?.form_session_id ?? DRAFT,
      revision: (revision += 1),
      saved_at: SAVED_AT,
      current_step: '1',
      progress: 10,
    }),
    reviewCase: ({ stage }) => ({
      stage: String(stage),
      findings: [{ text: `Found at ${String(stage)}`, tone: 'info' }],
      ...(['letter', 'court-papers', 'trial-support', 'done'].includes(String(stage))
        ? { letter: 'Dear Sir or Madam,\n\nYou owe me $1,250.00.' }
        : {}),
    }),
    places: { _predictions: [], message: '' },
    checkAddress: { verdict: 'deliverable', insists: false },
  };
}

export interface WizardOptions {
  /** A claim this tab already has on the server. */
  session?: Partial<FormSession>;
  formData?: ClaimFormData;
  user?: UserData;
  calls?: FakeCalls;
  /** `here`: where the test has gone already. */
  route?: string;
  wizard?: Partial<PageData['wizard']>;
  /** The letter has room beside the question. */
  isWide?: boolean;
}

export type RenderedWizard = Rendered & { host: TestHost };

/** jsdom draws nothing; the signature pad needs something to draw on. */
const NO_CANVAS = new Proxy({}, { get: () => () => undefined, set: () => true });

/** jsdom has no width: every query for room is answered alike. */
const widthIs = (isWide: boolean) => {
  window.matchMedia = () =>
    ({ matches: isWide, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
};

/** Host in front of the wizard, so that its first effect already has this host. */
function Hosted({ host }: { host: HostPort }) {
  useInsertionEffect(() => installHost(host), [host]);
  return <App />;
}

/** Edit mode as this tab keeps it over a reload. */
export function keepEdit({ originalSessionId, editSessionId }: EditPair): void {
  sessionStorage.setItem('edit_mode', 'true');
  sessionStorage.setItem('original_session_id', originalSessionId);
  sessionStorage.setItem('edit_session_id', editSessionId);
}

/** Resolves when the wizard knows which claim it is and shows its screen. */
export async function renderWizard(options: WizardOptions = {}): Promise<RenderedWizard> {
  const { session, formData, user, calls, route = '/', isWide = false, wizard = {} } = options;
  forgetRun();
  widthIs(isWide);
  HTMLCanvasElement.prototype.getContext = (() => NO_CANVAS) as never;
  const host = testHost(wizard);
  const stored = session || formData ? aSession({ form_data: formData ?? {}, ...session }) : null;
  if (stored) sessionStorage.setItem('form_session_id', stored.form_session_id);
  if (route !== 'here') history.replaceState(null, '', route);
  const rendered = renderApp(<Hosted host={host} />, {
    calls: { ...wizardCalls(stored), ...calls },
    ...(user ? { user } : {}),
  });
  await rendered.findByRole('heading', { level: 1 });
  await act(async () => {
    await import('../app/later-screens.tsx');
  });
  return { ...rendered, host };
}

/** A claim with every answer up to the signature. */
export const A_CLAIM: ClaimFormData = {
  situation: 'debt-collection',
  situationLabel: 'Debt collection',
  disputing: ['personal-loan'],
  disputingLabels: ['Personal loan'],
  amount: '1250',
  date: '2024-05-01',
  incidentAddress: '12 Oak Ave',
  incidentApt: '',
  incidentCity: 'Ames',
  incidentState: 'IA',
  incidentZipcode: '50010',
  userType: '1',
  firstname: 'Zoë',
  lastname: "O'Brien-Núñez",
  email: 'zoe@example.com',
  address: '1 Main St',
  city: 'Ames',
  country: 'IA',
  zipcode: '50010',
  whoUser: '1',
  defendantFirstname: 'Lee',
  defendantLastname: 'Park',
  defendantAddress: '9 Elm St',
  defendantCity: 'Boone',
  defendantCountry: 'IA',
  defendantZipcode: '50036',
  claimDescription: 'Lee borrowed the money and has not paid it back.',
  claimCalculation: 'The loan was $1,250.',
  signature: 'data:image/png;base64,iVBORw0KGgo=',
};

/** That claim at one of its screens, its answers changed by `over`. */
export const openAt = (step: string, over: ClaimFormData = {}): Promise<RenderedWizard> =>
  renderWizard({
    formData: { ...A_CLAIM, ...over },
    route: `/?step=${step}`,
    user: aUser(),
    session: { current_step: '4sub3' },
  });
export const answersOf = ({ store }: RenderedWizard): ClaimFormData => selectWizard(store.getState()).formData;
