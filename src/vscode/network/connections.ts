import * as vscode from 'vscode';
import type { IdentityProvider } from '../../client/identityProvider.ts';
import type { NetworkConnection, NetworkOptions, ServiceConnection } from '../../client/index.ts';
import { CodedError } from '../../contract/errors.ts';
import type { Service, ServiceId } from '../../jobs/core/service.ts';
import { settings } from '../../manifest.ts';
import type { LocalService } from '../localService/localService.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { ApiKeys, StoredKey } from './apiKeys.ts';
import { proxySettings } from './proxySettings.ts';
import { affects, currentSettings } from '../settings.ts';
import { SignInAnswers } from './signInAnswers.ts';

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
  #localConnection: Promise<ServiceConnection> | undefined;
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

  /**
   * Returns the connection to a service.
   * @throws CodedError `network.not_configured` for the network if no address is set
   */
  async get(id: ServiceId): Promise<ServiceConnection> {
    return id === 'local' ? (this.#localConnection ??= this.#connectLocal()) : this.#network();
  }

  async service(id: ServiceId): Promise<Service> {
    return (await this.get(id)).service;
  }

  /**
   * Starts the local service while the user is still choosing. Errors are ignored, because the first job reports them.
   */
  prepareLocal(): void {
    void Promise.all([this.get('local'), this.#local.start()]).catch(() => undefined);
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
    void this.#localConnection?.then((connection) => connection.dispose());
  }

  async #network(): Promise<NetworkConnection> {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined)
      throw new CodedError('network.not_configured', 'No address is set for the network.');
    const { origin } = baseUrl;
    return (this.#networkConnection ??= this.#connectNetwork(baseUrl, {
      apiKey: (id) => this.#keys.get(origin, id),
      keyId: async () => (await this.#keys.stored(origin))?.id,
    }));
  }

  async #connectLocal(): Promise<ServiceConnection> {
    const { createLocalService } = await import('../../client/index.ts');
    const local = this.#local;
    return createLocalService({
      start: (signal) => local.start(signal),
      epoch: () => local.epoch(),
      cancel: (tool, jobId) => local.cancel(tool, jobId),
      onDidEnd: local.onDidEndJob,
      get limits() {
        return local.limits;
      },
      clock: systemClock,
      log: this.#log,
    });
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
