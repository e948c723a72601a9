// node esbuild.mjs [--watch | --package [--target <platform>] [--pre-release] [--out <file.vsix>] [--max-mb <n>]]
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { createVSIX } from '@vscode/vsce';
import * as esbuild from 'esbuild';
import { unzipSync } from 'fflate';
import { thirdPartyNotices } from './tools/packaging/notices.ts';
import { preparePublicPages } from './tools/packaging/publicPages.ts';
import { shippedPackages } from './tools/packaging/shippedPackages.ts';
import { softwareBill } from './tools/packaging/softwareBill.ts';

const root = import.meta.dirname;
const { values: flags } = parseArgs({
  options: {
    watch: { type: 'boolean' },
    package: { type: 'boolean' },
    'pre-release': { type: 'boolean', default: false },
    target: { type: 'string', default: thisPlatform() },
    out: { type: 'string' },
    'max-mb': { type: 'string', default: '30' },
  },
});

/**
 * Modules that a process may never need, each with the name of a separate bundle that is loaded on first use. They are
 * slow to load (undici and the service's server each take 50 ms), large (engines and their libraries), or run in another
 * process or thread.
 */
const lazyBundles = {
  'src/client/identityProvider.ts': 'signIn',
  'src/client/index.ts': 'network',
  'src/references/index.ts': 'references',
  'src/references/workerMain.ts': 'referencesWorker',
  'src/vscode/localService/localCatalog.ts': 'localCatalog',
  'src/service/local/localService.ts': 'localRequests',
  'src/service/server/standalone.ts': 'server',
  'src/service/worker/watchdog.ts': 'watchdog',
  'src/service/worker/workerMain.ts': 'worker',
  'src/session.ts': 'session',
  ...(await engineBundles()),
};
/** The network service, of which tests load the second bundle. It isn't part of the extension's package. */
const networkBundles = {
  'src/network/main.ts': 'networkServer',
  'src/network/runNetwork.ts': 'networkNode',
};
const lazyLoading = {
  name: 'lazy-loading',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path: name, resolveDir }) => {
      const file = path.relative(root, path.join(resolveDir, name)).split(path.sep).join('/');
      const bundle = kind === 'dynamic-import' ? { ...lazyBundles, ...networkBundles }[file] : undefined;
      return bundle && { path: `./${bundle}.cjs`, external: true };
    });
  },
};

/**
 * Loads VS Code's API once per bundle, unchanged. For `import *`, esbuild would copy its hundreds of names, again for
 * each file with the line; and VS Code checks the disk for each `require`. Either would take a third of the session's
 * load time.
 */
const vscodeOnce = {
  name: 'vscode-once',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]src[\\/](?:vscode[\\/].+|session|extension)\.ts$/ },
      async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        const contents = text.replace(
          "import * as vscode from 'vscode';",
          "import vscode = require('vscode');",
        );
        return { contents, loader: 'ts' };
      },
    );
    const namespace = 'vscode-once';
    build.onResolve({ filter: /^vscode$/ }, ({ path: name, namespace: from }) =>
      from === namespace ? { path: name, external: true } : { path: name, namespace },
    );
    build.onLoad({ filter: /^vscode$/, namespace }, () => ({
      contents: "module.exports = require('vscode');",
    }));
  },
};

/**
 * Compresses ImageMagick with Brotli, which is more effective than the ZIP of the package. Only a few rare formats need
 * ImageMagick, but it would be a quarter of the installed size. It is decompressed when it is loaded.
 */
const packedMagick = {
  name: 'packed-magick',
  setup(build) {
    build.onResolve({ filter: /\/magick\.wasm$/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (pluginData === packedMagick) return undefined;
      const found = await build.resolve(name, { kind, resolveDir, pluginData: packedMagick });
      return { path: `${found.path}.br` };
    });
    build.onLoad({ filter: /\/magick\.wasm\.br$/ }, async ({ path: packed }) => {
      const wasm = await readFile(packed.slice(0, -'.br'.length));
      const params = {
        // The best quality would be a fifth smaller, but take most of a minute.
        [constants.BROTLI_PARAM_QUALITY]: flags.package ? 9 : constants.BROTLI_MIN_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length,
      };
      return { contents: await promisify(brotliCompress)(wasm, { params }), loader: 'file' };
    });
  },
};

/** Leaves out large parts of packages that are loaded before it's known that they aren't needed. */
const withoutUnusedParts = {
  name: 'without-unused-parts',
  setup(build) {
    // We use officeparser for LaTeX.
    const unused =
      /[\\/]officeparser[\\/]dist[\\/](?:OfficeGenerator|parsers[\\/](?:Csv|Epub|Excel|Html|Markdown|OpenOffice|Pdf|PowerPoint|Rtf|Word)Parser)\.js$/;
    build.onLoad({ filter: unused }, () => ({ contents: '' }));
    // fontkit reads WOFF2 fonts with a copy of Brotli, which Node.js has.
    build.onLoad({ filter: /[\\/]brotli[\\/]decompress\.js$/ }, () => ({
      contents: "module.exports = (data) => require('node:zlib').brotliDecompressSync(data);",
    }));
  },
};

/** The modules that engines and their descriptions load on first use, by file. Several may load the same one. */
async function engineBundles() {
  const folder = 'src/engines';
  const files = globSync(`${folder}/**/*.ts`, { cwd: root });
  const loaded = files.map(async (file) => {
    const text = await readFile(path.join(root, file), 'utf8');
    const names = [...text.matchAll(/\bimport\('(\..+?)\.ts'\)/g)].map(([, name]) => name);
    return names.map((name) => path.relative(folder, path.join(path.dirname(file), name)));
  });
  const names = (await Promise.all(loaded)).flat().map((name) => name.split(path.sep).join('/'));
  return Object.fromEntries(
    names.map((name) => [`${folder}/${name}.ts`, `engine-${name.replaceAll('/', '-')}`]),
  );
}

/** The path of a file of libav.js, whose name contains the version. */
function libav(ending, start = 'libav-[0-9]*-') {
  const [file] = globSync(`node_modules/@libav.js/variant-obsolete/dist/${start}${ending}`, { cwd: root });
  return `./${file}`;
}

function entryPoints(bundles) {
  return {
    extension: 'src/extension.ts',
    localService: 'src/service/main.ts',
    ...Object.fromEntries(Object.entries(bundles).map(([file, bundle]) => [bundle, file])),
  };
}

/** Packages that only the network service uses. They aren't bundled, because it runs beside node_modules. */
const networkPackages = [
  '@aws-sdk/*',
  '@fastify/cookie',
  '@fastify/csrf-protection',
  '@fastify/formbody',
  '@node-rs/argon2',
  'nodemailer',
  'oidc-provider',
  'openid-client',
  'pg',
  'pg-copy-streams',
  'pino',
  'prom-client',
];

/** Packages that fastify loads for route schemas and for requests without a connection. We use neither. */
const unusedParts = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

const options = {
  absWorkingDir: root,
  entryPoints: entryPoints({ ...lazyBundles, ...networkBundles }),
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  supported: { 'dynamic-import': false },
  // officeparser loads three of these for PDFs, for text in pictures, and for files of unknown type, which we never pass to it.
  external: [
    'vscode',
    'sharp',
    '@img/*',
    'pdfjs-dist',
    'tesseract.js',
    'file-type',
    ...unusedParts,
    ...networkPackages,
  ],
  alias: {
    // The ESM entry reads its own URL, which doesn't exist in CommonJS.
    '@embedpdf/pdfium': './node_modules/@embedpdf/pdfium/dist/index.cjs',
    '@embedpdf/pdfium/pdfium.wasm': './node_modules/@embedpdf/pdfium/dist/pdfium.wasm',
    // Replaces MathJax's default font by the one that we use, so that only one is bundled.
    '#default-font/svg/default.js': './node_modules/@mathjax/mathjax-tex-font/mjs/svg/default.js',
    // pdfmake loads this entry, so that only one is bundled.
    fontkit: './node_modules/fontkit/dist/main.cjs',
    // The package's main file finds the others at run time by the version in their names, so all of them are named here.
    '@libav.js/variant-obsolete': libav('obsolete.mjs', 'libav-'),
    '@libav.js/variant-obsolete/factory': libav('obsolete.wasm.js'),
    '@libav.js/variant-obsolete/libav.wasm': libav('obsolete.wasm.wasm'),
    // The entry for Node writes a book's pictures to disk; the entry for browsers keeps them in memory.
    '@lingo-reader/mobi-parser': './node_modules/@lingo-reader/mobi-parser/dist/index.browser.mjs',
    // The main entry is in UMD, whose `require` calls bundlers can't follow.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // The main entry also loads the writers.
    officeparser: './node_modules/officeparser/dist/OfficeParser.js',
    // svgo's entry for Node reads data files by path at run time; the entry for browsers contains them.
    svgo: 'svgo/browser',
  },
  // WebAssembly files stay beside the bundle, so users can replace 7-Zip by their own build, as its license requires.
  loader: { '.ttf': 'file', '.wasm': 'file' },
  assetNames: '[name]',
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
  plugins: [lazyLoading, vscodeOnce, packedMagick, withoutUnusedParts],
  // With short names, esbuild also wraps modules in arrow functions, which V8 parses twice. The service would start a
  // fifth later, for a package that is 3 % smaller.
  minifyWhitespace: true,
  sourcemap: true,
  legalComments: 'none',
  logLevel: flags.watch ? 'info' : 'warning',
};

/** The page in the tabs that show pictures, which runs in a browser. */
const pageOptions = {
  absWorkingDir: root,
  entryPoints: ['src/webview/main.ts', 'src/webview/pictures.css'],
  outdir: 'dist/webview',
  bundle: true,
  format: 'iife',
  target: 'es2023',
  legalComments: 'none',
  logLevel: options.logLevel,
};

/** Copies the types of the API for extensions to `outdir`, where package.json refers to them. */
async function copyTypes(outdir) {
  await cp(path.join(root, 'src/vscode/api/api.ts'), path.join(outdir, 'api.d.ts'));
}

/** VS Code's name for the current platform. */
function thisPlatform() {
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${musl ? 'alpine' : process.platform}-${process.arch === 'arm' ? 'armhf' : process.arch}`;
}

/** Installs sharp with libvips for `target` into `folder`, in the versions from the lock file. */
async function installImageLibrary(folder, target) {
  const dependencies = await lockedVersions(['sharp']);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const quiet = ['--ignore-scripts', '--no-audit', '--fund=false', '--loglevel=error'];
  // npm is a .cmd file on Windows, which only a shell can start.
  execFileSync('npm', ['install', '--prefer-offline', ...platformFlags(target), ...quiet], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

async function readJson(name) {
  return JSON.parse(await readFile(path.join(root, name), 'utf8'));
}

/** The locked versions of these packages and of their dependencies on every platform, by name. */
async function lockedVersions(names) {
  const lock = (await readJson('package-lock.json')).packages;
  const versions = new Map();
  const add = (name) => {
    const { version, dependencies = {} } = lock[`node_modules/${name}`];
    versions.set(name, version);
    for (const dependency of Object.keys(dependencies)) if (!versions.has(dependency)) add(dependency);
  };
  for (const name of names) add(name);
  return Object.fromEntries(versions);
}

/** Flags that make npm install the native packages for VS Code's platform `target`. */
function platformFlags(target) {
  const match = /^(win32|darwin|linux|alpine)-(x64|arm64|armhf)$/.exec(target);
  if (!match) throw new Error(`No native packages for the platform "${target}"`);
  const [, system, arch] = match;
  return [
    `--os=${system === 'alpine' ? 'linux' : system}`,
    `--cpu=${arch === 'armhf' ? 'arm' : arch}`,
    `--libc=${system === 'alpine' ? 'musl' : 'glibc'}`,
  ];
}

/** Builds and packages in a separate folder, so that dist/ stays the development build and parallel runs don't mix. */
async function packageVsix({ target, out, 'max-mb': maxMb, 'pre-release': preRelease }) {
  const { name, version } = await readJson('package.json');
  const vsix = path.resolve(root, out ?? `${name}-${target}-${version}.vsix`);
  const stage = await mkdtemp(path.join(tmpdir(), 'vsix-'));
  const left = new Set(
    ['node_modules', 'dist', '.git', '.vscode-test'].map((entry) => path.join(root, entry)),
  );
  try {
    await cp(root, stage, { recursive: true, filter: (source) => !left.has(source) });
    const outdir = path.join(stage, 'dist');
    const build = {
      ...options,
      entryPoints: entryPoints(lazyBundles),
      outdir,
      sourcemap: false,
      metafile: true,
    };
    const { metafile } = await esbuild.build(build);
    await esbuild.build({ ...pageOptions, outdir: path.join(outdir, 'webview'), minify: true });
    await copyTypes(outdir);
    await installImageLibrary(outdir, target);
    const shipped = shippedPackages(metafile, root, outdir);
    const bill = await softwareBill({ name, version }, shipped, await readJson('package-lock.json'));
    const notices = await thirdPartyNotices(shipped);
    await writeFile(path.join(stage, 'ThirdPartyNotices.md'), notices);
    await preparePublicPages(stage);
    await mkdir(path.dirname(vsix), { recursive: true });
    await createVSIX({
      cwd: stage,
      packagePath: vsix,
      target,
      preRelease,
      dependencies: false,
      allowMissingRepository: true,
    });
    await writeFile(vsix.replace(/(?:\.vsix)?$/, '.cdx.json'), bill);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const bytes = await reportSize(vsix);
  if (bytes > maxMb * megabyte) throw new Error(`The package is larger than ${maxMb} MB.`);
}

const megabyte = 1_000_000;
/** The parts of a package, by the paths of their files; the first match counts. */
const parts = {
  'licenses and notices': /licen[cs]e|notices|node_modules\/@img\/.*README/i,
  'image library': /^extension\/dist\/node_modules\//,
  WebAssembly: /\.wasm(?:\.br)?$/,
  fonts: /\.(?:ttf|otf|ttc|woff2?)$/,
  'code of the engines': /^extension\/dist\/engine-/,
  'code of the extension and its services': /^extension\/dist\//,
  'pictures and translations': /^/,
};

const line = (bytes, what) => `${(bytes / megabyte).toFixed(2).padStart(8)} MB  ${what}`;

/** Prints the size of a package and of its parts. Returns the size in bytes. */
async function reportSize(vsix) {
  const content = await readFile(vsix);
  const packed = Object.fromEntries(Object.keys(parts).map((part) => [part, 0]));
  unzipSync(content, {
    filter: ({ name, size }) => {
      const [part] = Object.entries(parts).find(([, paths]) => paths.test(name));
      packed[part] += size;
      return false;
    },
  });
  console.log(line(content.length, path.relative(root, vsix)));
  for (const [part, bytes] of Object.entries(packed)) if (bytes > 0) console.log(line(bytes, `  ${part}`));
  return content.length;
}

try {
  const builds = [options, pageOptions];
  if (!flags.package) await copyTypes(path.join(root, options.outdir));
  if (flags.watch) for (const build of builds) await (await esbuild.context(build)).watch();
  else if (flags.package) await packageVsix(flags);
  else await Promise.all(builds.map((build) => esbuild.build(build)));
} catch (error) {
  // esbuild has already printed the errors in the sources, which a stack trace would only hide.
  if (!Array.isArray(error.errors)) throw error;
  process.exitCode = 1;
}
