export { runJob, startTestApp, TEST_ORIGIN, useTestApp, type TestApp } from './test-app.ts';
export { TestClient } from './test-client.ts';
export { newAddress, PASSWORD, signUp } from './people.ts';
export { aClaim, aDraft, aSignature } from './claims.ts';
export { startTestOidc, type TestOidc, type TestPerson } from './test-oidc.ts';
export {
  aBuyer,
  aCoupon,
  aRecipient,
  askForIntent,
  finalize,
  paidCase,
  pay,
  payAt,
  startCaseWorld,
  useCaseWorld,
  type Buyer,
  type CaseWorld,
  type PaidCase,
} from './case-world.ts';
