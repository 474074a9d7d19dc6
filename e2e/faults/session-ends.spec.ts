import type { Locator, Page } from '@playwright/test';
import { ANSWERS, answersByApi, callApi, openWithClaim } from '../support/api-claim.ts';
import { sign } from '../support/claim.ts';
import { personElsewhere, signInAgain, type PersonElsewhere } from '../support/ended-session.ts';
import { expect, expectNoise, test } from '../support/test.ts';

/** A session ends on the server while somebody is at a screen of the wizard: what is typed there stays, and is saved after signing in. */
interface Screen {
  name: string;
  step: string;
  answers?: Record<string, unknown>;
  /** Text that shows that the screen is drawn. */
  control(page: Page): Locator;
  /** Says something new on this screen. */
  act(page: Page): Promise<unknown>;
  /** What the server's copy holds then. */
  saved: Record<string, unknown>;
  /** The words stand on the screen as before. */
  expectKept(page: Page): Promise<unknown>;
}

function field(name: string, step: string, label: string, key: string, text: string): Screen {
  const control = (page: Page) => page.getByLabel(label);
  return {
    name,
    step,
    control,
    act: (page) => control(page).fill(text),
    saved: { [key]: text },
    expectKept: (page) => expect(control(page)).toHaveValue(text),
  };
}
function tile(name: string, step: string, control: Screen['control'], saved: Screen['saved']): Screen {
  return {
    name,
    step,
    control,
    act: (page) => control(page).check(),
    saved,
    expectKept: (page) => expect(control(page)).toBeChecked(),
  };
}
/** A whole word: 'Person' is also how the first kind of claim that the drawn page shows, 'Personal injury', begins. */
const radio = (label: string) => (page: Page) => page.getByRole('radio', { name: new RegExp(`^${label}\\b`) });

const BUSINESS = { userType: '2', businessName: 'Oak LLC' };
const PERSON = { whoUser: '1', defendantBusinessName: '' };
const SCREENS: Screen[] = [
  tile('the kind of claim', '1.0', radio('Auto repair'), { situation: 'auto-repair' }),
  tile('what it is about', '1.1', (page) => page.getByRole('checkbox').nth(2), {}),
  field('amount and place', '1.2', 'City', 'incidentCity', 'Peoria'),
  tile('who files', '2.0', radio('Business'), { userType: '2' }),
  field('the claimant, a person', '2.1', 'First name', 'firstname', 'Ada'),
  {
    ...field('the claimant, a business', '2.1', 'Legal name of the business', 'businessName', 'Elm LLC'),
    answers: BUSINESS,
  },
  tile('against whom', '3.0', radio('Person'), { whoUser: '1' }),
  field('the defendant, a business', '3.1', 'Legal name of the business', 'defendantBusinessName', 'Pine LLC'),
  { ...field('the defendant, a person', '3.1', 'First name', 'defendantFirstname', 'Bob'), answers: PERSON },
  field('the story', '4.0', 'What happened', 'claimDescription', 'They kept my deposit.'),
  field('the sum', '4.1', 'How you calculated it', 'claimCalculation', 'It was $1,250.50.'),
  field('the payout', '4.2', 'Venmo', 'venmo', '@ada'),
  {
    name: 'the signature',
    step: '4.3',
    answers: { signature: '' },
    control: (page) => page.locator('canvas'),
    act: sign,
    saved: { signature: expect.stringMatching(/^data:image|\/api\//) },
    expectKept: (page) => expect(page.getByText('Signature saved')).toBeVisible(),
  },
  {
    name: 'the package',
    step: '5.0',
    control: (page) => page.getByRole('button', { name: /^Get Started Now/ }).first(),
    act: (page) =>
      page
        .getByRole('button', { name: /^Get Started Now/ })
        .first()
        .click(),
    saved: { selectedPackage: expect.any(String) },
    // A choice goes on by itself.
    expectKept: (page) => expect(page).toHaveURL(/step=5\.1$/),
  },
  {
    ...field('the payment', '5.1', 'Cardholder name', 'cardholderName', 'Ada Byron'),
    answers: { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter', packagePrice: 29.99 },
  },
];
/** `npm run verify` goes through every screen; the gate has time for one of each kind. */
const IN_THE_GATE = new Set(['against whom', 'the signature', 'the payment']);

let ann: PersonElsewhere;
test.beforeAll(async ({ browser, program }) => {
  ann = await personElsewhere(browser, program);
});
test.afterAll(() => ann.close());

interface Draft {
  session: { form_data: Record<string, unknown> };
}

for (const screen of SCREENS.filter(({ name }) => process.env['VERIFY'] === '1' || IN_THE_GATE.has(name))) {
  test(`the session ends at ${screen.name} (${screen.step}): what is typed stays and is saved after signing in there`, async ({
    page,
    context,
    program,
  }) => {
    expectNoise(page);
    await ann.signIn(context);
    const [step, subStep] = screen.step.split('.').map(Number) as [number, number];
    const draft = await answersByApi(page, program, { ...ANSWERS, ...screen.answers }, [step, subStep]);
    await openWithClaim(page, `/?step=${screen.step}`, draft);
    await expect(page).toHaveURL(new RegExp(`step=${screen.step}$`));
    // The drawn first screen can be pressed before the page knows whose it is, and which claim.
    await expect(page.getByRole('link', { name: 'My account' })).toBeVisible();
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await expect(screen.control(page)).toBeVisible();
    await ann.endSessions();
    await screen.act(page);
    await expect(page.getByRole('status').filter({ hasText: /^Not saved yet/ })).toBeVisible();
    await screen.expectKept(page);

    await signInAgain(page, ann.address);
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await screen.expectKept(page);
    const { session } = await callApi<Draft>(page, program, `/api/sessions/form_session?form_session_id=${draft}`);
    expect(session.form_data).toMatchObject(screen.saved);
  });
}
