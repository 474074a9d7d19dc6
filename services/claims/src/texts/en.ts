import type { Catalogue } from '../platform/text.ts';
import { accountEmailTexts } from './en-emails.ts';

/** What this service says beyond refusals: answers of calls and mails. */
export const en: Catalogue = {
  account: {
    signedIn: 'You are signed in.',
    signedOut: 'You are signed out.',
    verified: 'Your e-mail address is confirmed, and you are signed in.',
    codeSent: 'If that address needs a code, it is on its way. Look in the spam folder too; it can take a minute.',
    codeUnderWay: 'A code was sent. Enter it to go on.',
    noCode: 'No code is under way.',
    codeRight: 'The code is right. Choose a new password.',
    resetCodeSent: 'If there is an account for that address, a code is on its way. Look in the spam folder too.',
    passwordChanged: 'Your password was changed. Log in with the new one.',
    linked: 'The two are connected, and you are signed in.',
    linkCodeSent: 'A code was sent to the address of your account.',
    csrf: 'Token for the next form.',
  },
  settings: {
    saved: 'Settings saved successfully!',
    savedCheckEmail: 'Saved. Enter the code we sent to the new address to start using it.',
    emailChanged: 'Your new e-mail address is in use.',
    signInAgain: 'Sign in again with your sign-in provider. After that you have 10 minutes for this change.',
    passwordSaved: 'Password updated successfully!',
    accountDeleted: 'Your account was deleted.',
  },
  sessions: {
    saved: 'Saved.',
    cleared: 'This browser starts a new claim. The earlier one is kept.',
    deleted: 'Deleted. You can bring it back for 30 days.',
    restored: 'It is back.',
    listed: 'Your sessions.',
    editOpened: 'Ready to edit.',
    editReopened: 'An edit of this claim was already open; here it is.',
    untitled: 'Claim without a title',
    against: 'Claim against {name}',
    category: '{category}, {amount}',
  },
  places: {
    found: 'Addresses that match.',
    none: 'No address matches.',
    details: 'The address.',
  },
  review: {
    detailsComplete: 'Everything the letter needs is here.',
    detailsAmount: 'You ask {defendant} for {amount}.',
    detailsDate: 'It happened on {date}.',
    court: 'Claims like this go to: {court} ({state}).',
    withinLimit: 'Your amount is within its limit of {limit}.',
    aboveLimit: 'Your amount is above its limit of {limit}. You chose: {choice}.',
    aboveLimitOpen:
      'Your amount is above its limit of {limit}. Choose to give up the part above it in court, or to send the letter only.',
    dependsLimit: 'Courts of this state have different limits, up to {limit}. Ask the clerk which one is yours.',
    unknownLimit: 'We have no confirmed limit for this state. Ask the clerk.',
    choiceWaive: 'the letter asks for the whole amount; in court you would ask for the limit and give up the rest',
    choiceLetterOnly: 'the letter only, no court papers',
    deadlineOk: 'The time limit for this kind of claim is usually {years} years: until {date}.',
    deadlineSoon:
      'The time limit for this kind of claim may end on {date}. Consider asking a lawyer or the court soon.',
    deadlinePassed:
      'The usual time limit for this kind of claim was {date}. There are exceptions; the other side may raise it.',
    deadlineOpen:
      'The time limit for this kind of claim is usually {years} years. It counts from {start}. You have not given that day, so we name no end.',
    countsFrom: {
      happened: 'the day it happened',
      due: 'the day the money was due',
      lastPayment: 'the day the money was due, or the last payment if that was later',
      discovery: 'the day the harm was found, in many cases',
      delivery: 'the day of delivery, or the day it was due',
      moveOut: 'the days after the tenant moved out',
    },
    deadlineUnknown: 'We cannot name a time limit for this kind of claim.',
    deadlineEarlier: 'If the damage came from carelessness, it may end earlier: on {date}.',
    demandRequired: 'This state asks for a demand before you file.',
    letterWritten: 'Your letter is written: {words} words. Payment is asked for by {date}.',
    papers:
      'Small Claims and Full Trial add papers for {court}: statement of claim, timeline, damages, evidence list, filing checklist and service instructions.',
    papersOver: 'The papers ask the court for the limit. The letter asks for the whole amount.',
    evidence: 'Worth gathering: {items}.',
    trial: 'Full Trial adds a script for your hearing, likely questions, and what to do after the decision.',
    done: 'Your demand letter is ready. You can read the whole of it before paying.',
  },
  signIn: {
    title: 'Signing in',
    done: 'You are signed in. This window closes by itself.',
    needsLink: 'You already have an account with this address. Go back to the other window to connect the two.',
    failed: 'The sign-in did not work. Close this window and try again.',
    goOn: 'Go on',
  },
  mail: {
    footer:
      'You get this mail because of an account or a letter at {site}. Redress is not a law firm and gives no legal advice.',
    account: accountEmailTexts,
  },
};
