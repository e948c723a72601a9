import { createRequire } from 'node:module';
import path from 'node:path';
import type * as NetworkCode from '../../../src/client/index.ts';
import { root } from '../paths.ts';
import { withNetwork } from './networkFixture.ts';

/** The path of the network code that ships. It must be built first, as for the service tests. */
export const networkBundle = path.join(root, 'dist/network.cjs');

export function loadNetworkBundle(): typeof NetworkCode {
  const code: typeof NetworkCode = createRequire(import.meta.url)(networkBundle);
  return code;
}

/** Like `withNetwork`, with a client of the network code that ships. */
export const withBundledNetwork: typeof withNetwork = async (reply, use, overrides) =>
  withNetwork(reply, use, overrides, loadNetworkBundle().createNetworkService);
