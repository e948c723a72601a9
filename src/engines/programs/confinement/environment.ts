import { childEnvironment, inLargePages } from '../../../util/childProcess.ts';

/** A proxy address on which nothing listens, so that requests through the proxy fail. */
const deadProxy = 'http://127.0.0.1:9';

/** Returns the environment variables for a user's program: folders inside the job's folder, and English messages. */
export function programEnvironment(folder: string): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = childEnvironment(process.env);
  return {
    ...env,
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, folder])),
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'all_proxy'].map((name) => [name, deadProxy])),
    LC_ALL: 'C.UTF-8',
    // On a busy computer, Tesseract's threads would spend more time waiting for each other than working.
    OMP_THREAD_LIMIT: '1',
    ...inLargePages,
  };
}
