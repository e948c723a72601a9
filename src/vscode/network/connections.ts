import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { IdentityProvider } from '../../client/identityProvider.ts';
import type { NetworkConnection, NetworkOptions, ProxySettings } from '../../client/index.ts';
import { CodedError } from '../../contract/errors.ts';
import { accountPages, isLoopback } from '../../contract/extensions.ts';
import type { Service, ServiceId } from '../../jobs/core/service.ts';
import { settings } from '../../manifest.ts';
import type { LocalService } from '../localService/localService.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { ApiKeys, StoredKey } from './apiKeys.ts';
import { affects, currentSettings } from '../settings.ts';
import { SignInAnswers } from './signInAnswers.ts';
import type { Problem } from '../../jobs/core/job.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import type { ConnectionTest } from './networkTexts.ts';

/** The JSON Schemas of a service's options. */
type OptionSchemas = Pick<
  NetworkConnection['client'],
  'optionsSchema' | 'compressionSchema' | 'combinationSchema'
>;

/**
 * Connections to both services. Each is created on first use. The network is reconnected when its address or the proxy
 * settings change.
 */
export class Connections implements Disposable {
  readonly #local: LocalService;
  readonly #keys: ApiKeys;
  readonly #log: (message: string) => void;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  #networkConnection: Promise<NetworkConnection> | undefined;

  /** The answers that this window waits for after opening a page of an identity provider. */
  readonly answers = new SignInAnswers(systemClock);

  /** Fires when the network's address or the proxy settings change. */
  readonly onDidChangeNetwork = this.#changes.event;

  constructor(local: LocalService, keys: ApiKeys, log: (message: string) => void) {
    this.#local = local;
    this.#keys = keys;
    this.#log = log;
    this.#listener = vscode.workspace.onDidChangeConfiguration((event) => {
      if (affects(event, settings.baseUrl, settings.dialect) || event.affectsConfiguration('http'))
        this.#dropNetwork();
    });
  }

  /** @throws CodedError `network.not_configured` for the network if no address is set */
  async service(id: ServiceId): Promise<Service> {
    return id === 'local' ? this.#local : (await this.network()).service;
  }

  /** What knows the options of a service. @throws as `service` does */
  async schemas(id: ServiceId): Promise<OptionSchemas> {
    return id === 'local' ? this.#local : (await this.network()).client;
  }

  /**
   * Starts the local service while the user is still choosing. Errors are ignored, because the first job reports them.
   */
  prepareLocal(): void {
    this.#local.start().catch(() => undefined);
  }

  /** The origin that the network's key is bound to; `undefined` if no address is set. */
  networkOrigin(): string | undefined {
    return currentSettings.baseUrl()?.origin;
  }

  async networkKey(): Promise<StoredKey | undefined> {
    const origin = this.networkOrigin();
    return origin === undefined ? undefined : this.#keys.stored(origin);
  }

  /**
   * Connects to an address, with a key that may not be stored yet, or without one. The caller disposes the connection.
   */
  async tryOut(baseUrl: URL, key?: string): Promise<NetworkConnection> {
    return this.#connectNetwork(baseUrl, { apiKey: async () => key });
  }

  /** The identity provider at an address. The caller disposes it. */
  async identityProvider(authUrl: URL): Promise<IdentityProvider> {
    const { createSender } = await import('../../client/index.ts');
    const { IdentityProvider: Provider } = await import('../../client/identityProvider.ts');
    const host = authUrl.hostname;
    const options = { host, proxy: proxySettings(), clock: systemClock, log: this.#log };
    return new Provider(authUrl, createSender(options), this.#log);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#dropNetwork();
    this.#changes.dispose();
  }

  /**
   * Returns the connection to the network.
   * @throws CodedError `network.not_configured` if no address is set
   */
  async network(): Promise<NetworkConnection> {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined)
      throw new CodedError('network.not_configured', 'No address is set for the network.');
    const { origin } = baseUrl;
    return (this.#networkConnection ??= this.#connectNetwork(baseUrl, {
      apiKey: (id) => this.#keys.get(origin, id),
      keyId: async () => (await this.#keys.stored(origin))?.id,
    }));
  }

  async #connectNetwork(
    baseUrl: URL,
    keys: Pick<NetworkOptions, 'apiKey' | 'keyId'>,
  ): Promise<NetworkConnection> {
    const { createNetworkService } = await import('../../client/index.ts');
    return createNetworkService({
      baseUrl,
      ...keys,
      proxy: proxySettings(),
      writing: currentSettings.dialect(),
      clock: systemClock,
      log: this.#log,
    });
  }

  #dropNetwork(): void {
    void this.#networkConnection?.then((connection) => connection.dispose());
    this.#networkConnection = undefined;
    this.#changes.fire();
  }
}

/** The time limit for a new key. Some services take this long to accept one. */
export const patienceMs = 30_000;
/** Time limit for a test. No usable service takes longer, and users don't mind waiting this long. */
const lookMs = 5000;

/** Tests a network and a key with one request, which is free. Never rejects, and has a time limit. */
export async function tryNetwork(
  connections: Connections,
  baseUrl: URL,
  key: string,
  waitMs = lookMs,
): Promise<ConnectionTest> {
  let connection: NetworkConnection | undefined;
  const test = (outcome: ConnectionTest['outcome']): ConnectionTest => ({
    host: baseUrl.host,
    proxy: connection?.proxyHost,
    at: Date.now(),
    outcome,
  });
  try {
    connection = await connections.tryOut(baseUrl, key);
    return test({ kind: 'answered', facts: await connection.client.probe(AbortSignal.timeout(waitMs)) });
  } catch (error) {
    return test({ kind: 'failed', problem: problemOfTest(error) });
  } finally {
    connection?.dispose();
  }
}

/** True if the network charges with the tested key, or doesn't say whether it does. */
export function chargesAt({ outcome }: ConnectionTest): boolean {
  return outcome.kind === 'failed' || outcome.facts.entitlements.charges;
}

/** The reason why an address isn't that of a network; `undefined` if it is. Sends no key. */
export async function addressProblem(connections: Connections, baseUrl: URL): Promise<Problem | undefined> {
  let connection: NetworkConnection | undefined;
  try {
    connection = await connections.tryOut(baseUrl);
    await connection.client.recognize(AbortSignal.timeout(lookMs));
    return undefined;
  } catch (error) {
    return problemOfTest(error);
  } finally {
    connection?.dispose();
  }
}

/** The account page that a network announces; `undefined` if it announces none. Sends no key. */
export async function announcedAccountPage(connections: Connections, baseUrl: URL): Promise<URL | undefined> {
  let connection: NetworkConnection | undefined;
  try {
    connection = await connections.tryOut(baseUrl);
    return accountPages(await connection.client.announcement(AbortSignal.timeout(lookMs)), baseUrl);
  } catch {
    // Announcements are optional for services.
    return undefined;
  } finally {
    connection?.dispose();
  }
}

/** True if there is an identity provider at an address that protects what is sent to it. */
export async function offersSignIn(connections: Connections, authUrl: URL): Promise<boolean> {
  if (travelsInClear(authUrl)) return false;
  const provider = await connections.identityProvider(authUrl);
  try {
    await provider.discover(AbortSignal.timeout(lookMs));
    return true;
  } catch {
    // An account page isn't necessarily an identity provider.
    return false;
  } finally {
    provider.dispose();
  }
}

/** True if others can read what is sent to an address: it isn't encrypted, and leads to another computer. */
export function travelsInClear(address: URL): boolean {
  return address.protocol !== 'https:' && !isLoopback(address);
}

/** The error for a request that took longer than {@link patienceMs}. */
export function noResponse(): CodedError {
  return new CodedError('transport.unreachable', 'There was no response in time.');
}

function problemOfTest(error: unknown): Problem {
  const isSilent = error instanceof Error && error.name === 'TimeoutError';
  return problemOf(isSilent ? noResponse() : error);
}

/**
 * VS Code's proxy settings, as the user has set them. They must be passed on, because VS Code only applies them to its
 * own HTTP modules, not to a bundled undici. The workspace's values are ignored, since a workspace must not choose
 * which proxy uploads go through.
 */
export function proxySettings(): ProxySettings {
  return {
    proxy: userValue('proxy', z.string()) || undefined,
    noProxy: userValue('noProxy', z.array(z.string())) ?? [],
    enabled: userValue('proxySupport', z.string()) !== 'off',
    strictSsl: userValue('proxyStrictSSL', z.boolean()) !== false,
    systemCertificates: userValue('systemCertificates', z.boolean()) !== false,
    env: process.env,
  };
}

function userValue<T>(name: string, schema: z.ZodMiniType<T>): T | undefined {
  const values = vscode.workspace.getConfiguration('http').inspect(name);
  const parsed = schema.safeParse(values?.globalValue ?? values?.defaultValue);
  return parsed.success ? parsed.data : undefined;
}
