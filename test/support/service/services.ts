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
