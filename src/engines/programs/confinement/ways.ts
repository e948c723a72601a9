import type { WayId } from '../../api/confinement.ts';
import type { Box, Command } from './box.ts';
import { inBubblewrap } from './bubblewrap.ts';
import { inSandboxExec } from './sandboxExec.ts';
import { systemPaths } from './systemPrograms.ts';
import { inUnshare } from './unshare.ts';

/** A way to confine a program that systems have. */
export interface Way {
  /** The systems that may have it. */
  readonly platform: NodeJS.Platform;
  /** What does it, where systems keep it: what lies on PATH may be anybody's. */
  readonly executables: readonly string[];
  /** What every program needs of the system. */
  readonly systemFiles: readonly string[];
  /** The command that runs another in a box. */
  readonly inBox: (executable: string, box: Box, command: Command) => Command;
}

/**
 * What programs on Linux need of the system besides their own files: other programs and libraries, fonts, languages, and
 * what says how to find these. Nothing of it is anybody's own.
 */
const systemFiles: readonly string[] = [
  ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'],
  ['/etc/fonts', '/var/cache/fontconfig', '/etc/localtime', '/etc/papersize', '/etc/mime.types'],
  ['/etc/libreoffice', '/etc/ghostscript', '/var/lib/ghostscript', '/etc/python3', '/etc/pandoc'],
  // Nix and Guix keep all of this in stores, and NixOS leads to it from here.
  ['/nix/store', '/gnu/store', '/etc/static', '/run/current-system/sw'],
].flat();

export const ways: Readonly<Record<WayId, Way>> = {
  bubblewrap: {
    platform: 'linux',
    executables: systemPaths('bwrap'),
    systemFiles,
    inBox: inBubblewrap,
  },
  unshare: {
    platform: 'linux',
    executables: systemPaths('unshare'),
    systemFiles,
    inBox: inUnshare,
  },
  'sandbox-exec': {
    platform: 'darwin',
    executables: ['/usr/bin/sandbox-exec'],
    systemFiles: [],
    inBox: inSandboxExec,
  },
};

/** The ways that are used. That of macOS waits for its first run on a real one. */
export const provenWays: readonly WayId[] = ['bubblewrap', 'unshare'];
