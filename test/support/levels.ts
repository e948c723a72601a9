/** Levels whose proofs rest on programs and servers of Debian, or on the VS Code server in a browser. */
const onLinuxAlone: ReadonlySet<string> = new Set(['test:service', 'test:network', 'test:ui', 'test:sweeps']);

/** Whether a level of the tests can run on a system; docs/testing.md says what that leaves unproven there. */
export function runsOn(level: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'linux' || !onLinuxAlone.has(level);
}
