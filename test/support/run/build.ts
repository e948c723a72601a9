import { run } from '../command.ts';

/** The environment variable that is set if dist/ is up to date. */
const builtVariable = 'TEST_BUILT';

/** True if the run that this process belongs to has built dist/. */
export function isBuilt(): boolean {
  return process.env[builtVariable] !== undefined;
}

/** Builds dist/ unless an outer run has built it. In that case, another level may be reading it. */
export async function buildOnce(): Promise<void> {
  if (isBuilt()) return;
  await run('node', ['esbuild.mjs']);
  process.env[builtVariable] = 'yes';
}
