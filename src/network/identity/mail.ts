import { createTransport } from 'nodemailer';
import type { Configuration } from '../configuration/configuration.ts';
import type { NodeLog } from '../node/log.ts';

/** Sends mail to people. */
export interface Mail {
  /** False if messages only go to the operator's log. */
  readonly isSent: boolean;
  /** A message that can't be sent is logged, without its text. */
  readonly send: (to: string, subject: string, text: string) => Promise<void>;
}

/** Sends by SMTP if it is set up. Otherwise the operator finds the messages in the log, and passes them on. */
export function mailOf({ smtpUrl, mailFrom }: Configuration, log: NodeLog): Mail {
  if (smtpUrl === undefined) {
    return {
      isSent: false,
      send: async (to, subject, text) =>
        log.info({ to, subject, text }, 'Not sent, as there is no mail server'),
    };
  }
  const transport = createTransport(smtpUrl, { from: mailFrom });
  return {
    isSent: true,
    send: async (to, subject, text) => {
      await transport.sendMail({ to, subject, text }).catch((error: unknown) => {
        log.error({ reason: String(error), subject }, 'A message couldn’t be sent');
      });
    },
  };
}
