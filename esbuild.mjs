// node esbuild.mjs [--watch | --package [--target <platform>] [--out <file.vsix>]]
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import * as esbuild from 'esbuild';

const root = import.meta.dirname;
const { values: flags } = parseArgs({
  options: {
    watch: { type: 'boolean' },
    package: { type: 'boolean' },
    target: { type: 'string', default: thisPlatform() },
    out: { type: 'string' },
  },
});

/**
 * What a process may never need stays in bundles of its own, each required on first use: undici, which costs 50 ms to
 * load, and each engine of the local service, with the libraries it holds.
 */
const lazyBundles = {
  'src/client/index.ts': 'network',
  'src/conformance/index.ts': 'conformance',
  ...(await engineBundles()),
};
const lazyLoading = {
  name: 'lazy-loading',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path: name, resolveDir }) => {
      const file = path.relative(root, path.join(resolveDir, name)).split(path.sep).join('/');
      const bundle = kind === 'dynamic-import' ? lazyBundles[file] : undefined;
      return bundle && { path: `./${bundle}.cjs`, external: true };
    });
  },
};

/** The files that engines.ts loads on first use. */
async function engineBundles() {
  const folder = 'src/localService/converters';
  const table = await readFile(path.join(root, folder, 'engines.ts'), 'utf8');
  const engines = [...table.matchAll(/\bimport\('\.\/(.+?)\.ts'\)/g)];
  return Object.fromEntries(
    engines.map(([, file]) => [`${folder}/${file}.ts`, `engine-${file.replaceAll('/', '-')}`]),
  );
}

const options = {
  absWorkingDir: root,
  entryPoints: {
    extension: 'src/extension.ts',
    localService: 'src/localService/main.ts',
    ...Object.fromEntries(Object.entries(lazyBundles).map(([file, bundle]) => [bundle, file])),
  },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  supported: { 'dynamic-import': false },
  // officeparser loads the last three for PDFs, for text in pictures and for files of unknown type, which it is never given.
  external: ['vscode', 'sharp', '@img/*', 'pdfjs-dist', 'tesseract.js', 'file-type'],
  alias: {
    // The ESM entry asks for its own address, which there is none of in CJS.
    '@embedpdf/pdfium': './node_modules/@embedpdf/pdfium/dist/index.cjs',
    '@embedpdf/pdfium/pdfium.wasm': './node_modules/@embedpdf/pdfium/dist/pdfium.wasm',
    // The entry for Node writes the pictures of a book to the disk; this one keeps them in memory.
    '@lingo-reader/mobi-parser': './node_modules/@lingo-reader/mobi-parser/dist/index.browser.mjs',
    // The main entry is UMD, whose `require` no bundler can follow.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // svgo's Node entry reads its data files by path at run time; this one carries them.
    svgo: 'svgo/browser',
  },
  // WebAssembly is loaded from beside the bundle, where the licence of 7-Zip lets anybody put a build of their own.
  loader: { '.ttf': 'file', '.wasm': 'file' },
  assetNames: '[name]',
  define: { 'import.meta.dirname': '__dirname' },
  plugins: [lazyLoading],
  sourcemap: true,
  legalComments: 'none',
  logLevel: flags.watch ? 'info' : 'warning',
};

/** VS Code's name for the platform this runs on. */
function thisPlatform() {
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${musl ? 'alpine' : process.platform}-${process.arch === 'arm' ? 'armhf' : process.arch}`;
}

/** Installs sharp for `target` into `folder`, in the versions of the lockfile. */
async function installNativePackages(folder, target) {
  const match = /^(win32|darwin|linux|alpine)-(x64|arm64|armhf)$/.exec(target);
  if (!match) throw new Error(`No native packages for the platform "${target}".`);
  const [, system, arch] = match;
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const names = ['sharp', ...Object.keys(lock['node_modules/sharp'].dependencies)];
  const dependencies = Object.fromEntries(names.map((name) => [name, lock[`node_modules/${name}`].version]));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const platform = [
    `--os=${system === 'alpine' ? 'linux' : system}`,
    `--cpu=${arch === 'armhf' ? 'arm' : arch}`,
    `--libc=${system === 'alpine' ? 'musl' : 'glibc'}`,
  ];
  const quiet = ['--ignore-scripts', '--no-audit', '--fund=false', '--loglevel=error'];
  // npm is a .cmd file on Windows, which only a shell can start.
  execFileSync('npm', ['install', '--prefer-offline', ...platform, ...quiet], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

/** The folders of the packages that went into bundles, and of those that are installed beside them. */
function shippedPackages({ inputs }, outdir) {
  const bundled = Object.keys(inputs).flatMap(
    (file) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const installed = globSync('node_modules/{*,@*/*}/package.json', { cwd: outdir });
  return [
    ...[...new Set(bundled)].toSorted().map((folder) => path.join(root, folder)),
    ...installed.toSorted().map((file) => path.join(outdir, path.dirname(file))),
  ];
}

/** What the licences of packages say, one after the other. */
async function thirdPartyNotices(folders) {
  const notices = folders.map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const files = (await readdir(folder)).filter((file) => /licen[cs]e|notice|copying/i.test(file));
    const texts = files.map((file) => readFile(path.join(folder, file), 'utf8'));
    return [`## ${name} ${version}: ${license}`, ...(await Promise.all(texts))].join('\n\n');
  });
  return `# Third-party notices\n\n${(await Promise.all(notices)).join('\n\n')}\n`;
}

/** Builds and packages in a folder of its own: dist/ stays the development build, and two runs can't mix. */
async function packageVsix({ target, out }) {
  const { name, version, repository } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const vsix = path.resolve(root, out ?? `${name}-${target}-${version}.vsix`);
  const stage = await mkdtemp(path.join(tmpdir(), 'vsix-'));
  const left = new Set(
    ['node_modules', 'dist', '.git', '.vscode-test'].map((entry) => path.join(root, entry)),
  );
  try {
    await cp(root, stage, { recursive: true, filter: (source) => !left.has(source) });
    const outdir = path.join(stage, 'dist');
    const build = { ...options, outdir, minify: true, sourcemap: false, metafile: true };
    const { metafile } = await esbuild.build(build);
    await installNativePackages(outdir, target);
    const notices = await thirdPartyNotices(shippedPackages(metafile, outdir));
    await writeFile(path.join(stage, 'ThirdPartyNotices.md'), notices);
    await mkdir(path.dirname(vsix), { recursive: true });
    await createVSIX({
      cwd: stage,
      packagePath: vsix,
      target,
      dependencies: false,
      allowMissingRepository: true,
      // Without a repository there is no address that a picture in the README could be rewritten to.
      rewriteRelativeLinks: repository !== undefined,
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const mebibytes = (await stat(vsix)).size / 2 ** 20;
  console.log(`${path.relative(root, vsix)} ${mebibytes.toFixed(1)} MiB`);
}

try {
  if (flags.watch) await (await esbuild.context(options)).watch();
  else if (flags.package) await packageVsix(flags);
  else await esbuild.build(options);
} catch (error) {
  // esbuild has shown what is wrong with a source; a stack trace would bury it.
  if (!Array.isArray(error.errors)) throw error;
  process.exitCode = 1;
}
