import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { debianPython } from '../debianPython.ts';

const reader = `
import email, email.policy, json, sys
message = email.message_from_string(sys.argv[1], policy=email.policy.default)
print(json.dumps({name: message[name] for name in ('to', 'from', 'subject')} | {'text': message.get_content()}))
`;

interface MailServerOptions {
  /** A certificate, for TLS from the first byte. Without one, the server doesn't offer encryption. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** How it treats a message that it has received. A refusal quotes the message. */
  readonly behavior?: 'accepts' | 'refuses' | 'hangs';
}

/** A mail server that keeps the messages that it receives. */
export class MailServer {
  /** The complete messages, with their headers. */
  readonly messages: string[] = [];
  readonly #server: SMTPServer;

  private constructor({ tls, behavior = 'accepts' }: MailServerOptions) {
    this.#server = new SMTPServer({
      ...(tls === undefined ? { disabledCommands: ['STARTTLS'] } : { secure: true, ...tls }),
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      onData: (stream, _session, answer) => {
        void this.#receive(stream).then((message) => {
          if (behavior === 'refuses') answer(new Error(`Spam: ${message.replaceAll(/\s+/g, ' ')}`));
          else if (behavior === 'accepts') answer();
          return undefined;
        });
      },
    });
    // Clients that end a connection early, or don't trust the certificate, are the tests' own.
    this.#server.on('error', () => {});
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get port(): number {
    // eslint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    return (this.#server.server.address() as AddressInfo).port;
  }

  async #receive(stream: NodeJS.ReadableStream): Promise<string> {
    const message = await text(stream);
    this.messages.push(message);
    return message;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

/** Reads a message with Python's library. */
export async function readMessage(
  message: string,
): Promise<Record<'to' | 'from' | 'subject' | 'text', string>> {
  const { stdout } = await promisify(execFile)(debianPython, ['-c', reader, message]);
  return JSON.parse(stdout);
}
