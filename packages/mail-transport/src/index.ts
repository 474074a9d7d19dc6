export { isPermanentRefusal, smtpAnswerOf } from './smtp-answer.ts';
export { createSmtpTransport, type MailTransport, type OutgoingMail, type SmtpConfig } from './smtp-transport.ts';
