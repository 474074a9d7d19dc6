export { isPermanentRefusal, smtpAnswerOf } from './smtp-answer.ts';
export { createSmtpTransport, type MailTransport, type SmtpConfig } from './smtp-transport.ts';
