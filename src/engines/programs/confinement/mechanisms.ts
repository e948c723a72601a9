import type { MechanismId } from '../../api/program.ts';
import type { Sandbox, ProgramCommand } from './sandbox.ts';
import { inBubblewrap } from './bubblewrap.ts';
import { inSandboxExec } from './sandboxExec.ts';
import { systemPaths } from './systemPrograms.ts';
import { inUnshare } from './unshare.ts';

/** A sandbox that an operating system may provide. */
interface Mechanism {
  /** The operating system that may have the sandbox. */
  readonly platform: NodeJS.Platform;
  /**
   * The possible paths of the sandbox's executable. They are fixed, because folders on PATH may contain anybody's
   * files.
   */
  readonly executables: readonly string[];
  /** The system files that every program needs in the sandbox. */
  readonly systemFiles: readonly string[];
  /** Returns the command that runs another command in the sandbox. */
  readonly sandboxed: (executable: string, sandbox: Sandbox, command: ProgramCommand) => ProgramCommand;
}

/**
 * System files that programs on Linux need in a sandbox: other programs and libraries, fonts, locales, and
 * configuration. None of them contains personal data.
 */
const systemFiles: readonly string[] = [
  ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'],
  ['/etc/fonts', '/var/cache/fontconfig', '/etc/localtime', '/etc/papersize', '/etc/mime.types'],
  ['/etc/libreoffice', '/etc/ghostscript', '/var/lib/ghostscript', '/etc/python3', '/etc/pandoc'],
  // Nix and Guix keep system files in stores, and NixOS links to its store from the last two folders.
  ['/nix/store', '/gnu/store', '/etc/static', '/run/current-system/sw'],
].flat();

export const mechanisms: Readonly<Record<MechanismId, Mechanism>> = {
  bubblewrap: {
    platform: 'linux',
    executables: systemPaths('bwrap'),
    systemFiles,
    sandboxed: inBubblewrap,
  },
  unshare: {
    platform: 'linux',
    executables: systemPaths('unshare'),
    systemFiles,
    sandboxed: inUnshare,
  },
  'sandbox-exec': {
    platform: 'darwin',
    executables: ['/usr/bin/sandbox-exec'],
    systemFiles: [],
    sandboxed: inSandboxExec,
  },
};

/** The sandboxes in use. The one for macOS hasn't been tested on a real machine yet. */
export const provenMechanisms: readonly MechanismId[] = ['bubblewrap', 'unshare'];
