import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { common } from '@redress/copy/common';
import { Button, Dialog, showToast } from '@redress/ui';
import { claimInWords, packageInWords } from '../../shared/session-facts.ts';
import { useDeleteSessionMutation, useRestoreSessionMutation } from '../../shared/sessions.api.ts';

/** Asks before a session goes, and offers to bring it back. */
export function DeleteSession({ row, onClose }: { row: SessionRow; onClose: () => void }) {
  const [remove, { isLoading }] = useDeleteSessionMutation();
  const [restore] = useRestoreSessionMutation();

  const undo = async () => {
    const result = await restore({ session_id: row.session_id });
    showToast(
      'error' in result ? { text: common.problem.somethingWrong, tone: 'danger' } : { text: account.sessions.restored },
    );
  };
  const confirm = async () => {
    const result = await remove({ session_id: row.session_id });
    onClose();
    if ('error' in result) showToast({ text: account.sessions.deleteFailed, tone: 'danger' });
    else
      showToast({
        text: account.sessions.deleted,
        action: { text: account.sessions.undo, onPress: () => void undo() },
      });
  };

  return (
    <Dialog
      open
      title={account.sessions.deleteTitle}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common.actions.cancel}
          </Button>
          <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
            {account.sessions.deleteConfirm}
          </Button>
        </>
      }
    >
      <p>{claimInWords(row) || packageInWords(row)}</p>
      <p>{account.sessions.deleteText}</p>
    </Dialog>
  );
}
