import { createRequire } from 'node:module';
import path from 'node:path';
import type * as NetworkCode from '../../../src/client/index.ts';
import { root } from '../paths.ts';
import { withNetwork } from './networkFixture.ts';

/** Path of the network code as it ships. It is to be built before, as the service tests do. */
export const networkBundle = path.join(root, 'dist/network.cjs');

export function loadNetworkBundle(): typeof NetworkCode {
  const code: typeof NetworkCode = createRequire(import.meta.url)(networkBundle);
  return code;
}

/** As `withNetwork`, with a client of the network code as it ships. */
export const withBundledNetwork: typeof withNetwork = async (reply, use, overrides) =>
  withNetwork(reply, use, overrides, loadNetworkBundle().createNetworkService);
