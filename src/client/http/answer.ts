import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Redact } from './redaction.ts';

/** The head of an HTTP answer, with its body still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  /** Whether the last byte of the request has been handed over by now; an early answer comes before it. */
  readonly requestComplete: () => boolean;
}

/** Far above any list of formats; an answer that is larger is not the API's. */
const maxTextBytes = 8 * 1024 * 1024;

/** Reads a body as UTF-8, or `undefined` when it is too large to be an answer of the API. */
export async function readText(answer: Answer): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) return undefined;
    chunks.push(chunk);
  }
  // A decoder of the platform also takes a byte order mark away.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Reads JSON with secrets taken out of every text in it, or `undefined` for a text that is no JSON. */
export function parseJson(text: string | undefined, redact: Redact): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? redact(value) : value));
  } catch {
    return undefined;
  }
}
