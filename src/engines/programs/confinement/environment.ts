import { childEnvironment, inLargePages } from '../../../util/childEnvironment.ts';

/** Nothing listens there, so what asks a proxy for the network gets nowhere. */
const deadProxy = 'http://127.0.0.1:9';

/** What a program of the user's is told: where its files go, which is a folder of the job, and English for its faults. */
export function programEnvironment(folder: string): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = childEnvironment(process.env);
  return {
    ...env,
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, folder])),
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'all_proxy'].map((name) => [name, deadProxy])),
    LC_ALL: 'C.UTF-8',
    ...inLargePages,
  };
}
