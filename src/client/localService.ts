import { requestDialect } from '../contract/dialect.ts';
import { ServiceError } from '../contract/errors.ts';
import type { LocalEndpoint } from '../contract/routes.ts';
import type { TierLimits } from '../contract/tiers.ts';
import type { ToolId } from '../contract/tools.ts';
import type { RemoteJob, Service } from '../jobs/core/service.ts';
import type { Clock } from '../util/clock.ts';
import type { Event } from '../util/emitter.ts';
import { ApiClient, type ServiceApi, type ServiceConnection } from './apiClient.ts';
import { type Dispatchers, socketDispatchers } from './dispatchers.ts';
import { Transport } from './transport.ts';

export interface LocalOptions {
  /** Resolves to the running service, which it starts if necessary. */
  readonly start: (signal: AbortSignal) => Promise<LocalEndpoint>;
  /** The running service's epoch, without starting it. */
  readonly epoch: () => string | undefined;
  readonly cancel: (tool: ToolId, jobId: string) => Promise<void>;
  /** Fires with the id of a job that has ended. */
  readonly onDidEnd?: Event<string>;
  readonly limits: TierLimits;
  readonly clock: Clock;
  /** Logs a line, which contains no secrets. */
  readonly log: (message: string) => void;
}

interface Connected {
  readonly endpoint: LocalEndpoint;
  readonly client: ApiClient;
  readonly dispatchers: Dispatchers;
}

/**
 * Connects to the service on this computer. The first call starts the service, and so does a call after the service has
 * ended.
 */
export function createLocalService(options: LocalOptions): ServiceConnection {
  let connected: Connected | undefined;

  const connect = async (signal: AbortSignal): Promise<Connected> => {
    const endpoint = await options.start(signal);
    if (connected?.endpoint.epoch !== endpoint.epoch) {
      connected?.dispatchers.close();
      connected = connectTo(endpoint, options);
    }
    return connected;
  };
  const client = async (signal: AbortSignal): Promise<ApiClient> => (await connect(signal)).client;
  /**
   * The client for the run of the service that a job belongs to. The jobs of an earlier run are gone, so this doesn't
   * start the service only to find that out.
   */
  const clientOf = async (remote: RemoteJob, signal: AbortSignal): Promise<ApiClient> => {
    if (remote.epoch === options.epoch()) {
      const { endpoint, client } = await connect(signal);
      if (endpoint.epoch === remote.epoch) return client;
    }
    throw new ServiceError(
      'jobs.not_found',
      404,
      'The local service was restarted and no longer has this job.',
    );
  };

  const service: Service = {
    id: 'local',
    charges: false,
    hosted: false,
    cancellable: true,
    ...(options.onDidEnd && { onDidEnd: options.onDidEnd }),
    epoch: options.epoch,
    keyId: async () => undefined,
    // The local service charges nothing, and reports the end of each job.
    extensions: async () => ({}),
    async submit(submission, signal) {
      const { endpoint, client } = await connect(signal);
      return { ...(await client.submit(submission, signal)), epoch: endpoint.epoch };
    },
    job: async (tool, remote, signal) => (await clientOf(remote, signal)).job(tool, remote.jobId, signal),
    download: async (tool, remote, signal) =>
      (await clientOf(remote, signal)).download(tool, remote.jobId, signal),
    async cancel(tool, remote) {
      if (remote.epoch === options.epoch()) await options.cancel(tool, remote.jobId);
    },
    limits: async () => options.limits,
  };
  const api: ServiceApi = {
    conversions: async (signal) => (await client(signal)).conversions(signal),
    compressions: async (signal) => (await client(signal)).compressions(signal),
    combinations: async (signal) => (await client(signal)).combinations(signal),
    optionsSchema: async (from, to, signal) => (await client(signal)).optionsSchema(from, to, signal),
    compressionSchema: async (format, signal) => (await client(signal)).compressionSchema(format, signal),
    combinationSchema: async (to, signal) => (await client(signal)).combinationSchema(to, signal),
    estimate: async (from, to, signal) => (await client(signal)).estimate(from, to, signal),
    entitlements: async (tool, signal) => (await client(signal)).entitlements(tool, signal),
  };
  return { service, client: api, dispose: () => connected?.dispatchers.close() };
}

function connectTo(endpoint: LocalEndpoint, options: LocalOptions): Connected {
  const dispatchers = socketDispatchers(endpoint.socketPath);
  const transport = new Transport({
    baseUrl: new URL('http://localhost'),
    dispatchers,
    apiKey: async () => endpoint.key,
    clock: options.clock,
    log: options.log,
  });
  return { endpoint, dispatchers, client: new ApiClient(transport, requestDialect.write) };
}
