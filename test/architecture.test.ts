import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { strayCitations } from './support/docs/citations.ts';
import { folderCycles } from './support/folderCycles.ts';
import { imports, type ImportKind, reachedFrom } from './support/sourceImports.ts';

const files = [...imports.keys()];

/**
 * The file that starts the local service. Files that it reaches run in the extension's process, and all other files of
 * `service/` and `engines/` run in a child process.
 */
const starter = 'src/vscode/localService/localService.ts';
const parentHalf = [starter, ...reachedFrom(starter)];

/** The composition root, which constructs and connects all parts. */
const composition = 'src/session.ts';

/** The modules that create user-visible text and show it: see `src/vscode/text/safeText.ts`. */
const maker = 'src/vscode/text/safeText.ts';
const uiFolder = 'src/vscode/ui/';
const language = 'src/vscode/ui/environment.ts';

/** The part of `vscode/` that works without VS Code: texts, decisions, and rules. */
const withoutVsCode = ['src/vscode/text/', 'src/vscode/request/'];

/** Parts of VS Code's API that show nothing to users, and may be used outside of the UI boundary. */
const quietNames = new Set([
  ...'CancellationToken ConfigurationChangeEvent DataTransfer DataTransferItem Disposable Event'.split(' '),
  ...'EventEmitter ExtensionContext FileSystemError FileType RelativePattern SecretStorage'.split(' '),
  ...'TabInputCustom TabInputNotebook TabInputText TextDocument ThemeColor ThemeIcon Uri version'.split(' '),
]);
const quietMembers =
  /^(?:commands\.\w+|env\.(?:appHost|language|openExternal|remoteName)|extensions\.getExtension|window\.(?:onDidChangeWindowState|tabGroups)|workspace\.(?!register)\w+)$/;

/** The files that describe engines, one for each kind of file. All other code reaches the engines through them. */
const descriptions = (imports.get('src/engines/index.ts') ?? [])
  .map(({ name }) => name)
  .filter((file) => !file.startsWith('src/engines/api/'));
const engineFolders = descriptions.map((file) => `${path.posix.dirname(file)}/`);

/** For each kind of file, the other kinds whose engines its engine may import. */
const madeOf: Readonly<Record<string, readonly string[]>> = {
  documents: ['images'],
  notebooks: ['data', 'documents', 'officeArchives'],
  officeArchives: ['images'],
  pdf: ['documents', 'images'],
  'programs/calibre': ['documents'],
  'programs/ffmpeg': ['audio'],
  'programs/ghostscript': ['pdf'],
  'programs/libreoffice': ['data', 'documents'],
  'programs/pandoc': ['documents'],
  'programs/tesseract': ['documents', 'pdf'],
  spreadsheets: ['data', 'documents'],
  svg: ['images'],
  video: ['images'],
};

/** For each folder of `src`, the others that it may import. */
const allowedFolders: Readonly<Record<string, readonly string[]>> = {
  manifest: [],
  util: [],
  contract: ['util'],
  client: ['contract', 'util', 'jobs'],
  jobs: ['contract', 'util'],
  planning: ['contract', 'util', 'jobs'],
  credits: ['contract', 'util', 'jobs'],
  references: ['contract', 'util'],
  engines: ['contract', 'util'],
  service: ['contract', 'util', 'engines'],
  network: ['contract', 'util', 'engines', 'service'],
  webview: [],
  vscode: [
    'manifest',
    'util',
    'contract',
    'client',
    'jobs',
    'planning',
    'credits',
    'references',
    'service',
    'engines',
    'webview',
  ],
  session: ['manifest', 'util', 'contract', 'client', 'jobs', 'planning', 'credits', 'vscode'],
  extension: ['manifest', 'session', 'vscode'],
};

/**
 * The folders of `jobs/` from the bottom up. Each may import those before it, and files beside the folders may import
 * any.
 */
const jobFolders = ['core', 'journal', 'placement', 'transfer', 'queue', '.'];

const exported = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|let) +(\w+)/gm;
/** Files whose exports are called by VS Code or by other extensions. */
const calledByVsCode = new Set(['src/extension.ts', 'src/vscode/api/api.ts']);

/**
 * Folders that may only import types from another one. For example, `client/` implements interfaces that `jobs/`
 * declares.
 */
const typesOnly = new Set([
  'client → jobs',
  'planning → jobs',
  'credits → jobs',
  'vscode → client',
  'vscode → references',
  'extension → session',
]);

describe('The architecture', () => {
  it('has only imports that its layers allow', () => {
    const wrong = edges().filter(({ from, to }) => {
      const [folder, target] = [folderOf(from), folderOf(to)];
      return folder !== target && !allowedFolders[folder]?.includes(target);
    });
    assert.deepEqual(wrong, []);
  });

  it('imports only types from a layer that declares another’s interfaces', () => {
    const values = edges().filter(
      ({ from, to, kind }) => typesOnly.has(`${folderOf(from)} → ${folderOf(to)}`) && kind === 'static',
    );
    assert.deepEqual(values, []);
  });

  it('loads the session on first use only, and no package before it', () => {
    const needed = ['src/extension.ts', ...reachedFrom('src/extension.ts')];
    assert.ok(!needed.includes(composition));
    assert.deepEqual(
      needed
        .flatMap((file) => imports.get(file) ?? [])
        .filter(({ name, kind }) => kind === 'static' && !/^(?:src\/|node:|vscode$)/.test(name)),
      [],
    );
  });

  it('loads network code and reference parsers on first use only', () => {
    const reached = reachedFrom(composition);
    assert.deepEqual(
      reached.filter((file) => ['client', 'references'].includes(folderOf(file))),
      [],
    );
  });

  it('parses project files only in the worker', () => {
    const inHost = ['src/references/index.ts', ...reachedFrom('src/references/index.ts')];
    const packages = inHost.flatMap((file) => imports.get(file) ?? []).map(({ name }) => name);
    // htmlparser2 reads the size of an SVG. linearTime.test.ts checks that this takes linear time.
    const allowed = new Set(['htmlparser2']);
    assert.deepEqual(
      packages.filter((name) => !/^(?:src\/|node:)/.test(name) && !allowed.has(name)),
      [],
    );
    assert.ok(!inHost.includes('src/references/references.ts'));
  });

  it('uses VS Code only in vscode/, session.ts, and extension.ts', () => {
    const users = files.filter((file) => imports.get(file)?.some(({ name }) => name === 'vscode'));
    assert.deepEqual(
      users.filter((file) => !['vscode', 'session', 'extension'].includes(folderOf(file))),
      [],
    );
  });

  it('opens connections only in the client and in the services, so nothing else can report usage', () => {
    const connecting = /^(?:undici|node:(?:https?|http2|net|tls|dgram)|oauth4webapi)\b/;
    const users = files.filter(
      (file) =>
        imports.get(file)?.some(({ name, kind }) => kind !== 'type' && connecting.test(name)) ||
        /(?<![.#\w])(?:fetch|WebSocket|EventSource)\(/.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(new Set(users.map(folderOf)), new Set(['client', 'service', 'network']));
  });

  it('shows text only through the UI boundary', () => {
    const loud = files
      .filter((file) => !file.startsWith(uiFolder))
      .flatMap((file) => loudNames(file).map((name) => `${file}: ${name}`));
    assert.deepEqual(loud, []);
  });

  it('creates safe text in one file, and Markdown from it in another', () => {
    const markdown = 'src/vscode/text/markdown.ts';
    const makers = files.filter((file) =>
      /\bas (?:unknown as )?(?:SafeText|Markdown)\b/.test(withoutTexts(readFileSync(file, 'utf8'))),
    );
    assert.deepEqual(makers.toSorted(), [markdown, maker]);
    assert.deepEqual(
      files.filter((file) => /\bl10n\b/.test(withoutTexts(readFileSync(file, 'utf8')))),
      [language],
    );
  });

  it('keeps VS Code’s API out of modules for texts', () => {
    const needed = files
      .filter((file) => withoutVsCode.some((folder) => file.startsWith(folder)))
      .map((file) => [file, ...reachedFrom(file, ['static', 'type'])]);
    const users = [...new Set(needed.flat())].filter((file) =>
      imports.get(file)?.some(({ name }) => name === 'vscode'),
    );
    assert.deepEqual(users, []);
  });

  it('starts the local service in one folder of the extension', () => {
    const others = edges().filter(
      ({ from, to }) =>
        folderOf(to) === 'service' &&
        !['service', 'network'].includes(folderOf(from)) &&
        !from.startsWith('src/vscode/localService/'),
    );
    assert.deepEqual(others, []);
  });

  it('imports only packages that the manifest of the extension or the network depends on', () => {
    const shipped = dependenciesOf('package.json');
    const used = packagesOf(files.filter((file) => folderOf(file) !== 'network'));
    assert.deepEqual(used, shipped);
    const usedByNetwork = packagesOf(files.filter((file) => folderOf(file) === 'network'));
    const ofNetwork = [...usedByNetwork].filter((name) => !shipped.has(name));
    // Bundles don't contain sharp, so the engines of the network's image load it from there.
    assert.deepEqual(new Set([...ofNetwork, 'sharp']), dependenciesOf('src/network/package.json'));
  });

  it('keeps the local service’s child process out of the extension', () => {
    const reached = reachedFrom(composition).filter((file) =>
      ['service', 'engines'].includes(folderOf(file)),
    );
    assert.deepEqual(
      reached.filter((file) => !parentHalf.includes(file)),
      [],
    );
    assert.deepEqual(
      parentHalf.filter((file) =>
        imports.get(file)?.some(({ name }) => name === 'fastify' || name === 'sharp'),
      ),
      [],
    );
  });

  it('exposes an engine only through its description', () => {
    const inside = edges().filter(
      ({ from, to }) => folderOf(from) !== 'engines' && engineFolders.some((folder) => to.startsWith(folder)),
    );
    assert.deepEqual(inside, []);
  });

  it('lets engines use each other only through descriptions, unless one builds on another', () => {
    const inside = edges().filter(({ from, to, kind }) => {
      const [user, used] = [kindOf(from), kindOf(to)];
      const isBundled = kind === 'static' && from.endsWith('Bundle.ts');
      if (used === undefined || user === used || descriptions.includes(to) || isBundled) return false;
      return !madeOf[user ?? '']?.includes(used);
    });
    assert.deepEqual(
      inside,
      [],
      'If one kind of files builds on the other, add it to `madeOf` in this test.',
    );
  });

  it('starts a worker without building the list of conversions', () => {
    const roots = ['src/service/main.ts', 'src/service/worker/workerMain.ts'];
    const reached = new Set(roots.flatMap((file) => reachedFrom(file)));
    assert.ok(reached.has('src/engines/index.ts'));
    assert.ok(!reached.has('src/engines/registry.ts'));
  });

  it('starts each process of the local service without loading a package', () => {
    const reached = ['src/service/main.ts', ...reachedFrom('src/service/main.ts')];
    const packages = reached
      .flatMap((file) => imports.get(file)?.filter(({ kind }) => kind === 'static') ?? [])
      .filter(({ name }) => !/^(?:src\/|node:)/.test(name));
    assert.deepEqual(packages, []);
  });

  it('describes engines without loading a library', () => {
    const heavy = descriptions
      .flatMap((file) => [file, ...reachedFrom(file)])
      .flatMap((file) => imports.get(file)?.filter(({ kind }) => kind === 'static') ?? [])
      .filter(({ name }) => !/^(?:src\/|node:|zod\/mini$)/.test(name));
    assert.deepEqual(heavy, []);
  });

  it('loads only the libraries that the formats of a document need', () => {
    const markdown = /^(?:mdast|micromark|unist)\b/;
    assert.deepEqual(
      ['convert', 'markdown/read', 'html/write', 'word/read', 'word/write', 'openDocument/read'].map((name) =>
        librariesOf(`src/engines/documents/${name}.ts`).filter((each) => !markdown.test(each)),
      ),
      [
        ['chardet', 'saxes', 'zod'],
        ['culori', 'github-slugger'],
        ['github-slugger', 'saxes'],
        ['dingbat-to-unicode', 'saxes'],
        ['github-slugger', 'saxes', 'zod'],
        ['saxes'],
      ],
    );
  });

  it('lets contract/ import nothing but zod', () => {
    const packages = files
      .filter((file) => folderOf(file) === 'contract')
      .flatMap((file) => imports.get(file) ?? [])
      .filter(({ name }) => !name.startsWith('src/'));
    assert.deepEqual(
      packages.filter(({ name }) => name !== 'zod/mini'),
      [],
    );
  });

  it('has only downward imports between the folders of jobs/', () => {
    const within = edges().filter(({ from, to }) => folderOf(from) === 'jobs' && folderOf(to) === 'jobs');
    assert.deepEqual(
      within.filter(({ from, to }) => jobLevelOf(from) < jobLevelOf(to)),
      [],
    );
    assert.deepEqual(
      files.filter((file) => folderOf(file) === 'jobs' && jobLevelOf(file) === -1),
      [],
    );
  });

  it('has no import cycle', () => {
    const cycles = files.filter((file) => reachedFrom(file, ['static', 'type']).includes(file));
    assert.deepEqual(cycles, []);
  });

  it('cites only existing parts of docs/, with the page', () => {
    const sources = [...files, ...globSync(['test/**/*.ts', 'docs/*.*', '*.mjs'])];
    const stray = sources.flatMap((file) =>
      strayCitations(readFileSync(file, 'utf8')).map((citation) => `${file}: ${citation}`),
    );
    assert.deepEqual(stray, []);
  });

  it('has no cycle between the folders of a layer, at any depth', () => {
    const arrows = edges().filter(({ kind }) => kind !== 'dynamic');
    assert.deepEqual(folderCycles(arrows), []);
  });

  it('exports only declarations that another file uses', () => {
    const everything = globSync(['src/**/*.ts', 'test/**/*.ts', 'tools/**/*.ts']);
    const usersOf = new Map<string, number>();
    for (const file of everything)
      for (const word of new Set(readFileSync(file, 'utf8').match(/\w+/g)))
        usersOf.set(word, (usersOf.get(word) ?? 0) + 1);
    const unused = files
      .filter((file) => !calledByVsCode.has(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(exported)].flatMap(([, name = '']) =>
          (usersOf.get(name) ?? 0) > 1 ? [] : `${file}: ${name}`,
        ),
      );
    assert.deepEqual(unused, []);
  });

  it('changes no global of the host', () => {
    const touching = files.filter((file) =>
      /setGlobalDispatcher|globalThis\.fetch\s*=/.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(touching, []);
  });

  it('has no file with more than 350 lines', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 351);
    assert.deepEqual(long, []);
  });

  it('keeps the files that connect everything short', () => {
    for (const file of ['src/extension.ts', composition])
      assert.ok(readFileSync(file, 'utf8').split('\n').length <= 101, file);
  });
});

function dependenciesOf(manifest: string): Set<string> {
  return new Set(Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies));
}

/** The packages that these files import, apart from those that consist of types. */
function packagesOf(users: readonly string[], ...kinds: readonly ImportKind[]): Set<string> {
  const all = users.flatMap((file) => imports.get(file) ?? []);
  const imported = kinds.length === 0 ? all : all.filter(({ kind }) => kinds.includes(kind));
  const names = imported.map(({ name }) => name.replace(/^node_modules\//, ''));
  const packages = names.filter((name) => !/^(?:src\/|node:|(?:vscode|hast|mdast)$)/.test(name));
  return new Set(packages.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name));
}

/** The packages that are loaded with a file. */
function librariesOf(file: string): string[] {
  return [...packagesOf([file, ...reachedFrom(file)], 'static')].toSorted();
}

/** The kind of an engine's file: its folder in `engines/`, or in `engines/programs/`. */
function kindOf(file: string): string | undefined {
  const kind = /^src\/engines\/(programs\/[^/]+|(?!programs\/)[^/]+)\//.exec(file)?.[1];
  return engineFolders.some((folder) => folder.startsWith(`src/engines/${kind}/`)) ? kind : undefined;
}

/**
 * Uses of VS Code's API that may show something, and indirect uses that this test can't follow. Schemes of addresses,
 * such as `vscode://`, aren't uses.
 */
function loudNames(file: string): string[] {
  const source = readFileSync(file, 'utf8').replace(/^import (?:type )?\* as vscode from 'vscode';$/m, '');
  const hidden = source.includes("'vscode'") ? ['another import of it'] : [];
  const uses = [
    ...withoutTexts(source).matchAll(/\bvscode\b(?!(?:-\w+)?:)(?:\s*\??\.\s*(\w+))?(?:\s*\??\.\s*(\w+))?/g),
  ];
  const loud = uses.filter(
    ([, name = '', member]) => !quietNames.has(name) && !quietMembers.test(`${name}.${member}`),
  );
  return [...hidden, ...loud.map(([use]) => use)];
}

/** Code without its comments and quoted texts. */
function withoutTexts(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'/g, '');
}

function folderOf(file: string): string {
  const [, folder = ''] = file.split('/');
  return folder.replace(/\.ts$/, '');
}

function jobLevelOf(file: string): number {
  return jobFolders.indexOf(path.posix.relative('src/jobs', path.posix.dirname(file)) || '.');
}

function edges(): { from: string; to: string; kind: ImportKind }[] {
  return [...imports].flatMap(([from, all]) =>
    all.filter(({ name }) => name.startsWith('src/')).map(({ name, kind }) => ({ from, to: name, kind })),
  );
}
