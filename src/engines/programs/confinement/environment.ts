import { childEnvironment } from '../../../util/childEnvironment.ts';

/** Nothing listens there, so what asks a proxy for the network gets nowhere. */
const deadProxy = 'http://127.0.0.1:9';

/**
 * Has glibc take memory in the system's large pages where it may: LibreOffice starts with 18,000 page faults in place of
 * 300,000, in two thirds of the time, and takes no more memory. Other C libraries read none of it.
 */
const inLargePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.top_pad=2097152' };

/** What a program of the user's is told: where its files go, which is a folder of the job, and English for its faults. */
export function programEnvironment(folder: string): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = childEnvironment(process.env);
  return {
    ...env,
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, folder])),
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'all_proxy'].map((name) => [name, deadProxy])),
    LC_ALL: 'C.UTF-8',
    ...(process.platform === 'linux' ? inLargePages : {}),
  };
}
