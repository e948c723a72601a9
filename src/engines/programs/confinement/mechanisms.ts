import type { MechanismId } from '../../api/confinement.ts';
import type { Sandbox, ProgramCommand } from './sandbox.ts';
import { inBubblewrap } from './bubblewrap.ts';
import { inSandboxExec } from './sandboxExec.ts';
import { systemPaths } from './systemPrograms.ts';
import { inUnshare } from './unshare.ts';

/** A sandbox that a system may provide. */
interface Mechanism {
  /** The systems that may have it. */
  readonly platform: NodeJS.Platform;
  /** Its possible paths in the system: PATH may contain anybody's files. */
  readonly executables: readonly string[];
  /** The system files that every program needs. */
  readonly systemFiles: readonly string[];
  /** The command that runs another in a box. */
  readonly sandboxed: (executable: string, box: Sandbox, command: ProgramCommand) => ProgramCommand;
}

/**
 * System files that programs on Linux need besides their own: other programs and libraries, fonts, locales, and the
 * configuration to find these. None of them is personal.
 */
const systemFiles: readonly string[] = [
  ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'],
  ['/etc/fonts', '/var/cache/fontconfig', '/etc/localtime', '/etc/papersize', '/etc/mime.types'],
  ['/etc/libreoffice', '/etc/ghostscript', '/var/lib/ghostscript', '/etc/python3', '/etc/pandoc'],
  // Nix and Guix keep all of this in stores, and NixOS links to it from here.
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

/** The sandboxes in use. macOS's still has to be tested on a real machine. */
export const provenMechanisms: readonly MechanismId[] = ['bubblewrap', 'unshare'];
