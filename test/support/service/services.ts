import { StandaloneService } from './standalone.ts';

/** Starts standalone services for a suite, and stops those of each test afterwards. */
export function useServices(): (
  args?: readonly string[],
  temporaryRoot?: string,
  env?: NodeJS.ProcessEnv,
) => Promise<StandaloneService> {
  const running: StandaloneService[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (service) => service.stop()));
  });
  return async (args = [], temporaryRoot, env = {}) => {
    const folder = temporaryRoot === undefined ? {} : { TMPDIR: temporaryRoot };
    const service = await StandaloneService.start(args, { ...env, ...folder });
    running.push(service);
    return service;
  };
}

/** Starts one standalone service for the calling suite, with these switches and variables, and stops it afterwards. */
export function useService(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Pick<StandaloneService, 'api' | 'pid'> {
  let running: StandaloneService | undefined;
  const started = (): StandaloneService => {
    if (running === undefined) throw new Error('The service hasn’t started');
    return running;
  };
  before(async () => {
    running = await StandaloneService.start(args, env);
  });
  after(async () => running?.stop());
  return {
    get api() {
      return started().api;
    },
    get pid() {
      return started().pid;
    },
  };
}
