export { startTestApp, TEST_ORIGIN, type TestApp } from './test-app.ts';
export { TestClient } from './test-client.ts';
export { newAddress, PASSWORD, signUp } from './people.ts';
export { aClaim, aDraft, aSignature } from './claims.ts';
export { startTestOidc, type TestOidc, type TestPerson } from './test-oidc.ts';
export { aBuyer, askForIntent, finalize, pay, startCaseWorld, type Buyer, type CaseWorld } from './case-world.ts';
