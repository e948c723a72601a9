import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import { type Alteration, alteredServers } from '../conformance/alteredServers.ts';
import { StandaloneService, testKey } from '../service/standalone.ts';
import { Workbench, type WorkbenchOptions } from './workbench.ts';

interface NetworkWindowOptions extends WorkbenchOptions {
  /** The service's switches, such as its plan. */
  readonly service: readonly string[];
  /** Deviations of its answers. */
  readonly alteration?: Alteration;
  /** True if the tests' key is stored first. */
  readonly hasKey?: boolean;
}

/** A workbench whose network is a real service. */
export class NetworkWindow {
  readonly workbench: Workbench;
  /** The service itself. */
  readonly service: StandaloneService;
  /** What the workbench sees: the service, possibly behind a proxy that alters its answers. */
  readonly server: RunningServer;

  private constructor(workbench: Workbench, service: StandaloneService, server: RunningServer) {
    this.workbench = workbench;
    this.service = service;
    this.server = server;
  }

  static async open({
    service: args,
    alteration = {},
    hasKey = false,
    ...options
  }: NetworkWindowOptions): Promise<NetworkWindow> {
    const service = await StandaloneService.start(args);
    const source = alteredServers(fixedServer(new URL(service.api.baseUrl), testKey), alteration);
    const server = await source.open({}, new AbortController().signal);
    const workbench = await Workbench.open({
      ...options,
      settings: { 'fileUtilityNetwork.baseUrl': server.baseUrl.href, ...options.settings },
    });
    if (hasKey) await workbench.storeKey();
    return new NetworkWindow(workbench, service, server);
  }

  /** The credits that the service says are left. */
  async balance(): Promise<number> {
    return Number((await this.service.api.call('/convert/entitlements/me')).json?.['remainingCredits']);
  }

  async close(): Promise<void> {
    await this.workbench.close();
    await this.server.close();
    await this.service.stop();
  }
}
