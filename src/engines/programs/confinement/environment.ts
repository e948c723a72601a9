import { childEnvironment, inLargePages } from '../../../util/childEnvironment.ts';

/** Nothing listens there, so requests through a proxy fail. */
const deadProxy = 'http://127.0.0.1:9';

/** The environment of a user's program: folders within the job, and English messages. */
export function programEnvironment(folder: string): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = childEnvironment(process.env);
  return {
    ...env,
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, folder])),
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'all_proxy'].map((name) => [name, deadProxy])),
    LC_ALL: 'C.UTF-8',
    // Its threads wait for each other in loops, which takes longer than the work on a busy computer.
    OMP_THREAD_LIMIT: '1',
    ...inLargePages,
  };
}
