import { api, fromEndpoint } from '@redress/api-client';
import { checkAddress } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { defendantOf } from '@redress/domain';
import { addressLines } from '@redress/domain/letter';
import { selectFormData, selectUser, useAppSelector } from '@redress/session-store';
import { Button, Notice } from '@redress/ui';
import { useEffect, useRef } from 'react';

const addressApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkAddress: build.query(fromEndpoint(checkAddress)),
    insistOnAddress: build.mutation(fromEndpoint(checkAddress)),
  }),
  overrideExisting: true,
});

/** What the carrier says of the address the letter goes to; nothing while it has not said anything. */
function useAddressCheck() {
  const { place } = defendantOf(useAppSelector(selectFormData));
  const isSignedIn = useAppSelector(selectUser) !== null;
  const form_session_id = useAppSelector(({ wizard }) => wizard.formSessionId) ?? '';
  const asked = { form_session_id, place };
  const { currentData: said, refetch } = addressApi.useCheckAddressQuery(asked, {
    skip: !isSignedIn || form_session_id === '',
  });
  return { asked, said, refetch };
}

/** On the screen before: the answer is there when the payment screen is, which then does not move. */
export function AskAhead() {
  useAddressCheck();
  return null;
}

/**
 * Says before paying that the carrier cannot deliver to the recipient's address, and what to do. The claimant may know
 * better: nothing stops, and that they insist is kept with the case.
 */
export function AddressCheck({ onChange }: { onChange: () => void }) {
  const { asked, said, refetch } = useAddressCheck();
  const [insist, { isLoading, isSuccess, error }] = addressApi.useInsistOnAddressMutation();
  const box = useRef<HTMLDivElement>(null);
  const insists = said?.insists ?? false;
  // The pressed button goes; without this the focus would go with it.
  useEffect(() => {
    if (insists && isSuccess) box.current?.focus();
  }, [insists, isSuccess]);
  if (said?.verdict !== 'undeliverable' && said?.verdict !== 'missing-unit') return null;
  const copy = checkout.addressCheck;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        live
        tone={insists ? 'info' : 'warning'}
        title={insists ? copy.kept : copy.says[said.verdict]}
        actions={
          <>
            <Button variant="secondary" onClick={onChange}>
              {copy.change}
            </Button>
            {!insists && (
              <Button
                variant="secondary"
                busy={isLoading}
                onClick={() => void insist({ ...asked, insists: true }).then(refetch)}
              >
                {copy.insist}
              </Button>
            )}
          </>
        }
      >
        <p>{addressLines(asked.place).join(', ')}</p>
        {error && <p>{copy.notKept}</p>}
      </Notice>
    </div>
  );
}
