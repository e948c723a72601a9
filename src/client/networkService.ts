import type { RequestDialect } from '../contract/dialect.ts';
import { type Extensions, minSignedUploadBytes } from '../contract/extensions.ts';
import { CodedError, isServiceError } from '../contract/errors.ts';
import { tools } from '../contract/tools.ts';
import type { NetworkService, RemoteJob, Submission } from '../jobs/core/service.ts';
import type { Clock } from '../util/clock.ts';
import type { Disposable } from '../util/disposable.ts';
import { ApiClient, type NetworkConnection } from './apiClient.ts';
import { networkDispatchers, type ProxySettings, proxyTo } from './dispatchers.ts';
import type { ReadKey } from './credentials.ts';
import { ExtensionsCache, LimitsCache } from './serviceCaches.ts';
import { bytesBody, defaultTimeouts, exchange, exchangeError, type Timeouts } from './exchange.ts';
import { maxRecordBytes, readText } from './response.ts';
import { Transport } from './transport.ts';

export interface NetworkOptions {
  /** An `https:` or `http:` URL. May have a path, which all endpoints share. */
  readonly baseUrl: URL;
  /** Reads the key that was entered for this origin. */
  readonly apiKey: ReadKey;
  /** The id of this key. */
  readonly keyId?: () => Promise<string | undefined>;
  readonly proxy: ProxySettings;
  readonly writing: RequestDialect;
  readonly clock: Clock;
  /** Logs a line, which contains no secrets. */
  readonly log: (message: string) => void;
  readonly timeouts?: Partial<Timeouts>;
  /** Returns a number from 0 to below 1, for the jitter of retries. */
  readonly random?: () => number;
}

/** Proxies often cut connections that are silent for half a minute. */
const maxWaitSeconds = 20;

/** The time for which all files pass through the service after its store failed to accept or deliver one. */
const storePauseMs = 600_000;

/** Connects to the hosted network. It sends nothing before the first call. */
export function createNetworkService(options: NetworkOptions): NetworkConnection {
  const dispatchers = networkDispatchers(options.baseUrl.hostname, options.proxy);
  const client = new ApiClient(new Transport({ ...options, dispatchers }), options.writing);
  const limits = new LimitsCache({
    ...options,
    load: (signal) => client.entitlements('convert', signal),
  });
  const extensions = new ExtensionsCache((signal) => client.extensions(signal), options.clock);
  let storeFailedAt = Number.NEGATIVE_INFINITY;
  const onStoreFailure = (): void => {
    storeFailedAt = options.clock.monotonic();
  };
  const isStoreUsable = (): boolean => options.clock.monotonic() - storeFailedAt >= storePauseMs;
  const downloadsFromStore = (): boolean => extensions.known.signedDownloads === true && isStoreUsable();
  const uploadsToStore = async ({ tool, files }: Submission, signal: AbortSignal): Promise<boolean> => {
    const [file] = files;
    if (tools[tool].maxFiles > 1 || file === undefined) return false;
    // The extensions have been read before a submission that costs credits.
    if (!limits.charges && file.sizeBytes >= minSignedUploadBytes)
      await extensions.get(signal).catch(() => undefined);
    const { signedUploads } = extensions.known;
    return signedUploads !== undefined && file.sizeBytes >= signedUploads && isStoreUsable();
  };
  client.onDidReadEntitlements((entitlements) => void limits.note(entitlements));
  const keyId = async (): Promise<string | undefined> => options.keyId?.();
  /** Another account's key doesn't find a job. */
  const found = async <T>(remote: RemoteJob, request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (!isServiceError(error) || error.code !== 'jobs.not_found') throw error;
      if (remote.keyId === undefined || remote.keyId === (await keyId())) throw error;
      throw new CodedError('api_key.other_account', error.detail);
    }
  };
  const service: NetworkService = {
    id: 'network',
    get charges() {
      return limits.charges;
    },
    hosted: true,
    address: () => options.baseUrl.href,
    keyId,
    submit: async (submission, signal) => {
      const payer = submission.keyId ?? (await keyId());
      const paid = { ...submission, keyId: payer };
      const usesStore = await uploadsToStore(submission, signal);
      const accepted = await client.submit(paid, signal, usesStore ? onStoreFailure : undefined);
      return { ...accepted, epoch: options.baseUrl.href, ...(payer !== undefined && { keyId: payer }) };
    },
    extensions: async (signal) => withinTimeout(await extensions.get(signal), options.timeouts),
    job: (tool, remote, signal, waitSeconds) =>
      found(remote, client.job(tool, remote.jobId, signal, waitSeconds)),
    download: (tool, remote, signal) =>
      found(
        remote,
        client.download(tool, remote.jobId, signal, downloadsFromStore() ? onStoreFailure : undefined),
      ),
    limits: (signal, how) => limits.get(signal, how),
  };
  const proxyHost = proxyTo(options.baseUrl, options.proxy);
  return { service, client, proxyHost, dispose: () => dispatchers.close() };
}

/** A request without the API key, whose redirects aren't followed. */
interface PlainRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface PlainAnswer {
  readonly status: number;
  readonly contentType: string;
  /** At most 1 MB of the body. */
  readonly text: string;
}

/** Sends requests to one host besides the API's, over the same proxies and with the same certificates. */
export interface Sender extends Disposable {
  /** @throws TransportError */
  send(request: PlainRequest): Promise<PlainAnswer>;
}

export function createSender({
  host,
  proxy,
  clock,
  log,
}: Pick<NetworkOptions, 'proxy' | 'clock' | 'log'> & { readonly host: string }): Sender {
  const dispatchers = networkDispatchers(host, proxy);
  return {
    send: async ({ body, headers, ...request }) => {
      const dispatcher = body === undefined ? dispatchers.requests : dispatchers.submissions;
      const sent = { ...request, headers, dispatcher, credentials: undefined };
      const answer = await exchange(
        body === undefined
          ? sent
          : { ...sent, body: bytesBody(Buffer.from(body), headers['content-type'] ?? 'text/plain') },
        { timeouts: defaultTimeouts, clock, log },
      );
      const { text, error } = await readText(answer, maxRecordBytes);
      if (error !== undefined) {
        const progress = { requestComplete: true, answered: true };
        throw exchangeError(error, request.url.host, request.signal, progress);
      }
      return { status: answer.status, contentType: answer.headers.get('content-type') ?? '', text };
    },
    dispose: () => dispatchers.close(),
  };
}

/** Limits long polls to half the timeout, so that an answer arrives well before the request times out. */
function withinTimeout(extensions: Extensions, timeouts: NetworkOptions['timeouts']): Extensions {
  const { longPollSeconds } = extensions;
  if (longPollSeconds === undefined) return extensions;
  const { headersMs } = { ...defaultTimeouts, ...timeouts };
  return { ...extensions, longPollSeconds: Math.min(longPollSeconds, maxWaitSeconds, headersMs / 2000) };
}
