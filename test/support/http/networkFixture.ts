import type { ProxySettings } from '../../../src/client/dispatchers.ts';
import { createNetworkService, type NetworkConnection } from '../../../src/client/index.ts';
import type { NetworkOptions } from '../../../src/client/networkService.ts';
import { requestDialect } from '../../../src/contract/dialect.ts';
import type { NetworkService, Submission, SubmittedFile } from '../../../src/jobs/core/service.ts';
import { FakeClock } from '../fakeClock.ts';
import { readerOf } from '../readerOf.ts';
import { type Reply, type ScriptedServer, type ServerOptions, withServer } from './scriptedServer.ts';

export const testKey = 'fun_live_4f1c9e7ab2';

export interface NetworkFixture extends NetworkConnection {
  readonly server: ScriptedServer;
  readonly clock: FakeClock;
  /** All lines that the client logged. */
  readonly logged: readonly string[];
}

export const direct: ProxySettings = {
  proxy: undefined,
  noProxy: [],
  enabled: false,
  strictSsl: true,
  systemCertificates: false,
  env: {},
};

/** Runs `use` with a client of a scripted server, on a fake clock; `create` makes the client. */
export async function withNetwork<T>(
  reply: Reply,
  use: (fixture: NetworkFixture) => Promise<T>,
  overrides: Partial<NetworkOptions> & ServerOptions = {},
  create = createNetworkService,
): Promise<T> {
  return withServer(
    reply,
    async (server) => {
      const logged: string[] = [];
      const clock = new FakeClock();
      const connection = create({
        baseUrl: server.baseUrl,
        apiKey: async () => testKey,
        proxy: direct,
        writing: requestDialect.write,
        clock,
        log: (line) => logged.push(line),
        ...overrides,
      });
      try {
        return await use({ ...connection, server, clock, logged });
      } finally {
        connection.dispose();
      }
    },
    overrides,
  );
}

/** A signal that never aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** A submission of a small text file. `overrides` replaces properties of the submission or of its file. */
export function aSubmission(overrides: Partial<Submission & SubmittedFile> = {}): Submission {
  const bytes = Buffer.from('the bytes of a file');
  const { fileName = 'photo.png', sizeBytes = bytes.byteLength, ...others } = overrides;
  const { content = readerOf([bytes]), ...ofSubmission } = others;
  return {
    tool: 'convert',
    files: [{ fileName, sizeBytes, content }],
    targetFormat: 'webp',
    options: undefined,
    onSent: () => {},
    ...ofSubmission,
  };
}

export const aJob: Parameters<NetworkService['job']>[1] = { jobId: '7', epoch: undefined };

/** The error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('The request didn’t fail');
    },
    (error: unknown) => error,
  );
}

/** The fields of the error that a promise rejects with, as a plain object. */
export async function failureOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await rejection(promise);
  return error instanceof Error
    ? { ...Object.fromEntries(Object.entries(error)), message: error.message }
    : { error };
}
