import { createTransport } from 'nodemailer';
import { systemCode } from '../../util/files.ts';
import type { Configuration } from '../configuration.ts';
import { isLoopback } from '../../contract/extensions.ts';
import type { NodeLog } from '../node/log.ts';

/** The maximum time without an answer from a mail server. */
const silenceMs = 30_000;

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
  const requireTLS = !isLoopback(new URL(smtpUrl));
  const options = { requireTLS, connectionTimeout: silenceMs, socketTimeout: silenceMs };
  // Parameters of the address override these options.
  const transport = createTransport({ ...options, url: smtpUrl }, { from: mailFrom });
  return {
    isSent: true,
    send: async (to, subject, text) => {
      await transport.sendMail({ to, subject, text }).catch((error: unknown) => {
        log.error({ ...failureOf(error), subject }, 'Failed to send a message');
      });
    },
  };
}

/** The facts about a failure for the log. A server's answer is reduced to codes, because it may quote the message. */
function failureOf(error: unknown): object {
  if (!(error instanceof Error && 'response' in error)) return { reason: String(error) };
  return { code: systemCode(error), status: 'responseCode' in error ? error.responseCode : undefined };
}
