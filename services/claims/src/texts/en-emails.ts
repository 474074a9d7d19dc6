import type { Catalogue } from '../platform/text.ts';

export const accountEmailTexts: Catalogue = {
  'open-site': 'Open Redress',
  'code-rules':
    'Use this code within {minutes} minutes, in the browser where you asked for it. It works once, and only the newest code works. Nobody from Redress will ever ask you for it. If you did not ask for a code, do nothing.',
  'verify-email': {
    subject: '{code} is your code',
    intro: 'Enter this code to confirm your e-mail address',
  },
  'reset-password': {
    subject: '{code} is your code for a new password',
    intro: 'Enter this code to choose a new password',
  },
  'change-email': {
    subject: '{code} is your code for the new address',
    intro: 'Enter this code in Settings to use this address for your account from now on',
  },
  'link-sign-in': {
    subject: '{code} is your code to connect your accounts',
    intro:
      'Somebody, most likely you, signed in with Google using this address. Enter this code to connect that sign-in with your account.',
  },
  'no-account': {
    subject: 'A new password was asked for, but there is no account',
    what: 'Somebody, perhaps you, asked for a new password for this address. It has no account with us.',
    next: 'If it was you, try the address of your account, or start a case. If it was not you, do nothing.',
  },
  'nothing-to-confirm': {
    subject: 'A code was asked for, but there is nothing to confirm',
    what: 'Somebody, perhaps you, asked for a code for this address. There is nothing to confirm in that browser.',
    next: 'If it was you, log in with your password, or reset it. If it was not you, do nothing.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    what: 'The password of your account was changed just now.',
    next: 'If it was not you, reset it at once with "Forgot password" and answer this mail.',
  },
  'email-changed': {
    subject: 'The e-mail address of your account was changed',
    what: 'Your account uses another e-mail address now. We send no more mail about it to this address.',
    next: 'If it was not you, answer this mail at once.',
  },
  'sign-in-linked': {
    subject: 'You can now sign in with Google',
    what: 'A Google sign-in was connected to your account just now.',
    next: 'If it was not you, reset your password at once and answer this mail.',
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    what: 'We deleted your account and your drafts. We keep paid orders as long as tax law says.',
    next: 'If it was not you, answer this mail at once.',
  },
};
