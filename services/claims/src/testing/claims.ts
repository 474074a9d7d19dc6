import { saveFormData, createFormSession, type ClaimFormData } from '@redress/contracts';
import { PNG } from 'pngjs';
import type { TestClient } from './test-client.ts';

/** A claim with every answer a letter needs; a test names only what matters to it. */
export const aClaim = (answers: ClaimFormData = {}): ClaimFormData => ({
  situation: 'debt-collection',
  situationLabel: 'Debt collection',
  disputing: ['personal-loan'],
  disputingLabels: ['Loan to a person'],
  amount: '1250.50',
  date: '2026-03-28',
  incidentAddress: '500 Congress Ave',
  incidentCity: 'Austin',
  incidentState: 'TX',
  incidentZipcode: '78701',
  userType: '1',
  firstname: 'Zoë',
  lastname: "O'Neil-Núñez",
  email: 'zoe@example.org',
  phonenumber: '5125550143',
  address: '12 Elm St',
  city: 'Austin',
  country: 'TX',
  zipcode: '78702',
  whoUser: '1',
  defendantFirstname: 'Ivo',
  defendantLastname: 'Kern',
  defendantAddress: '9 Oak Ave',
  defendantCity: 'Dallas',
  defendantCountry: 'TX',
  defendantZipcode: '75201',
  claimDescription: 'I lent Ivo Kern money in March. He promised to pay it back in June and has not.',
  claimCalculation: 'The loan was $1,250.50. Nothing has been paid back.',
  paymentTypes: ['Check'],
  ...answers,
});

/** A small signature: a transparent PNG with one dark line. */
export function aSignature({ width = 60, height = 20, ink = [40, 40, 120] } = {}): string {
  const image = new PNG({ width, height });
  for (let x = 4; x < width - 4; x += 1) {
    const at = (Math.floor(height / 2) * width + x) * 4;
    image.data.set([...ink, 255], at);
  }
  return `data:image/png;base64,${PNG.sync.write(image).toString('base64')}`;
}

/** Starts a draft in a browser and saves answers in it. @returns its id */
export async function aDraft(browser: TestClient, answers: ClaimFormData = aClaim()): Promise<string> {
  const { body } = await browser.call(createFormSession);
  const saved = await browser.call(saveFormData, { form_session_id: body.form_session_id, ...answers } as never);
  if (saved.status !== 200) throw new Error(`save: ${JSON.stringify(saved.refusal)}`);
  return body.form_session_id;
}
