import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { toolEnv } from '../command.ts';
import { cache, root } from '../paths.ts';
import { runFolder, runFolderVariable } from '../run/runFolder.ts';

const base = 'localhost/base';
const image = 'localhost/network';

/** The npm of the base, as in Node.js 24. */
const npm = 'npm@11';

/** The programs in the image. The others would take minutes more to install. */
const programs = 'bubblewrap ffmpeg ghostscript libreoffice-writer-nogui pandoc';

/** The folder in which npm looks for packages while the image is built. */
const packageCache = '/var/cache/npm';

/** Mounts in it end with the command, even if the command is killed. */
const unshare = ['/usr/bin/unshare', '--mount', '--propagation', 'private'] as const;

/** The limits of deploy/compose.yaml. The network is the machine's, and `runc` works with all versions of cgroups. */
const limits = [
  '--rm',
  '--init',
  '--read-only',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--security-opt=unmask=ALL',
  `--security-opt=seccomp=${path.join(root, 'deploy/seccomp.json')}`,
  '--network=host',
  '--ulimit=nofile=1024:1024',
  '--ulimit=nproc=1024:1024',
  '--log-driver=none',
];

/** Runs a program, and resolves to its output. @throws Error with the program's errors */
export async function outputOf(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd: root, env: { ...toolEnv(), ...env }, maxBuffer: 1e8 };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout.trim();
}

/** Podman and Buildah, with images and containers in a folder of their own. Only root can use them. */
export class Containers {
  readonly #folder: string;
  readonly #storage: readonly string[];

  /** `folder` is empty. */
  constructor(folder: string) {
    this.#folder = folder;
    const at = (name: string) => path.join(folder, name);
    this.#storage = ['--root', at('storage'), '--runroot', at('run'), '--storage-driver', 'overlay'];
  }

  /** Returns the reason why this system can't build or run a container, or `undefined` if it can. */
  async failure(): Promise<string | undefined> {
    const context = path.join(this.#folder, 'trivial');
    mkdirSync(context);
    // A program that needs no other files.
    copyFileSync('/usr/bin/catatonit', path.join(context, 'catatonit'));
    const file = path.join(context, 'Dockerfile');
    writeFileSync(file, 'FROM scratch\nCOPY catatonit /\nRUN ["/catatonit", "--version"]\n');
    try {
      await this.#build('localhost/trivial', file, [context]);
      await outputOf(this.#run(['localhost/trivial', '/catatonit', '--version']));
      return undefined;
    } catch (error) {
      return String(error);
    }
  }

  /**
   * Makes a base image for deploy/Dockerfile without a registry of images: Debian, Node.js, npm, and the user node. Its
   * files are kept for later runs.
   */
  async makeBase(): Promise<void> {
    const files = path.join(cache, `container-base-${process.version}.tar`);
    if (!existsSync(files)) {
      const local = path.join(this.#folder, 'local');
      await outputOf(['npm', 'install', '--global', '--prefix', local, npm]);
      copyFileSync(process.execPath, path.join(local, 'bin/node'));
      // Packages come from where this machine gets them, and most of them from its cache.
      const registry = await outputOf(['npm', 'config', 'get', 'registry']);
      const cafile = '/etc/ssl/certs/ca-certificates.crt';
      const settings = { registry, cafile, cache: packageCache, 'prefer-offline': true };
      mkdirSync(path.join(local, 'etc'));
      writeFileSync(
        path.join(local, 'etc/npmrc'),
        Object.entries(settings)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      );
      const hooks = [`sync-in "${local}" /usr/local`, 'chroot "$1" useradd --uid 1000 --create-home node'];
      const steps = hooks.map((hook) => `--customize-hook=${hook}`);
      const made = path.join(this.#folder, 'base.tar');
      await outputOf(['mmdebstrap', '--variant=minbase', ...steps, 'bookworm', made]);
      mkdirSync(cache, { recursive: true });
      renameSync(made, files);
    }
    await outputOf([...unshare, 'podman', ...this.#storage, 'import', files, base]);
  }

  /** Builds the image of deploy/Dockerfile that has programs. Downloaded packages are kept for later runs. */
  async makeImage(): Promise<void> {
    const packages = await outputOf(['npm', 'config', 'get', 'cache']);
    const debianPackages = path.join(cache, 'container-packages');
    mkdirSync(path.join(debianPackages, 'partial'), { recursive: true });
    await this.#build(image, 'deploy/Dockerfile', [
      '--target=worker-full',
      `--build-arg=BASE=${base}`,
      `--build-arg=PROGRAMS=${programs}`,
      `--volume=${debianPackages}:/var/cache/apt/archives`,
      '--ignorefile=deploy/Dockerfile.dockerignore',
      `--volume=${packages}:${packageCache}`,
      '--volume=/etc/ssl/certs:/etc/ssl/certs:ro',
      '.',
    ]);
  }

  /** A command line that runs the image in a container until it ends. Arguments for the image may follow. */
  command(options: readonly string[] = []): [program: string, ...args: string[]] {
    return this.#run([...options, image]);
  }

  /** Runs a command of the network service in a container, and resolves to its output. */
  async networkCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    return outputOf([...this.command(), ...args], env);
  }

  /** The process of a container's first program, as the machine sees it. */
  async pidOf(name: string): Promise<number> {
    return Number(await outputOf(this.#podman(['inspect', '--format', '{{.State.Pid}}', name])));
  }

  /** Kills containers; by default, all of them. */
  async kill(name = '--all'): Promise<void> {
    await outputOf(this.#podman(['kill', '--signal', 'KILL', name]));
  }

  #podman(args: readonly string[]): [program: string, ...args: string[]] {
    const own = ['--tmpdir', path.join(this.#folder, 'tmp'), '--events-backend', 'none'];
    const drivers = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'];
    return [...unshare, 'podman', ...this.#storage, ...own, ...drivers, ...args];
  }

  #run(args: readonly string[]): [program: string, ...args: string[]] {
    // The guard of a run that was killed finds the processes by this variable.
    const mark = ['--env', `${runFolderVariable}=${runFolder()}`];
    return this.#podman(['run', ...limits, ...mark, '--env', 'FUN_*', ...args]);
  }

  async #build(tag: string, file: string, args: readonly string[]): Promise<void> {
    const own = [...this.#storage, 'bud', '--isolation', 'chroot', '--file', file, '--tag', tag];
    await outputOf([...unshare, 'buildah', ...own, ...args]);
  }
}
