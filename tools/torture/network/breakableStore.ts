import { Balancer } from '../../../test/support/network/balancer.ts';
import { Swift } from '../../../test/support/network/swift.ts';

/** A real S3 server behind a balancer that breaks its connections. */
interface BreakableStore {
  /** The settings of nodes that use it. */
  readonly env: Readonly<Record<string, string>>;
  readonly balancer: Balancer;
  /**
   * Creates another bucket.
   * @returns the settings of nodes that use it
   */
  readonly withBucket: (name: string) => Promise<Readonly<Record<string, string>>>;
  readonly stop: () => Promise<void>;
}

/** Starts the store in an empty folder. */
export async function startStore(folder: string): Promise<BreakableStore> {
  const swift = await Swift.start(folder);
  const balancer = await Balancer.start([new URL(swift.access.endpoint)]);
  const env = { ...swift.env, FUN_S3_ENDPOINT: balancer.baseUrl.origin };
  return {
    env,
    balancer,
    withBucket: async (name) => {
      await swift.makeBucket(name);
      return { ...env, FUN_STORE: `s3://${name}` };
    },
    stop: async () => {
      await balancer.close();
      await swift.stop();
    },
  };
}
