import { createTransport } from 'nodemailer';
import type { Configuration } from '../configuration/configuration.ts';
import type { NodeLog } from '../node/log.ts';

export interface Mail {
  /** False if messages are only written to the operator's log. */
  readonly isSent: boolean;
  /** Sends a message. If sending fails, logs the failure without the message's text. */
  readonly send: (to: string, subject: string, text: string) => Promise<void>;
}

/** Sends messages by SMTP if it is configured. Otherwise, writes them to the log, so that the operator can pass them on. */
export function mailOf({ smtpUrl, mailFrom }: Configuration, log: NodeLog): Mail {
  if (smtpUrl === undefined) {
    return {
      isSent: false,
      send: async (to, subject, text) =>
        log.info({ to, subject, text }, 'Message not sent: no mail server is configured'),
    };
  }
  const transport = createTransport(smtpUrl, { from: mailFrom });
  return {
    isSent: true,
    send: async (to, subject, text) => {
      await transport.sendMail({ to, subject, text }).catch((error: unknown) => {
        log.error({ reason: String(error), subject }, 'Failed to send a message');
      });
    },
  };
}
