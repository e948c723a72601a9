import {
  formatById,
  formats,
  isTextFormat,
  webImageExtensions,
} from '../../../src/contract/formats/table.ts';
import { compressions, conversions, findExtractor, previewFormats } from '../../../src/engines/registry.ts';
import { isProgramId } from '../../../src/engines/programs/programs.ts';
import {
  type CommandId,
  commands,
  contextKeys,
  formatCommands,
  type JobAction,
  jobActions,
  settings,
  settingsSection,
  submenus,
  views,
} from '../../../src/manifest.ts';
import { hasRepository, inPalette } from './commands.ts';

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly group?: string;
  readonly when?: string;
}

/**
 * Menus match files by patterns. Context keys would be unset until the extension is activated, but menus are offered
 * before that.
 */
const { hasKey, hasLastWork, hasParkedJobs, lacksCompressors, rulesAreOn } = contextKeys;

const [ofPrograms = [], own = []] = [true, false].map((isProgram) =>
  compressions.filter(({ engine }) => isProgramId(engine) === isProgram).map(({ format }) => format),
);
/** The network may compress what this computer can't without a program. */
const mayCompress = `${mayHave(own)} || (!${lacksCompressors} || ${hasKey}) && ${hasFormat(ofPrograms)}`;

const becomesMarkdown = hasFormat(
  conversions
    .filter(({ from, to, engine }) => to === 'md' && !isProgramId(engine) && !isTextFormat(from))
    .map(({ from }) => from),
);

const extractable = [...new Set(conversions.map(({ from }) => from))].filter(findExtractor);

/** Formats that VS Code can show without our preview. */
const shownByVsCode = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg']);

export const previewSelector = extensionsOf(
  previewFormats().filter((format) => !shownByVsCode.has(format)),
).map((extension) => ({ filenamePattern: `*.${extension}` }));

const images = formats.filter(({ kind }) => kind === 'images').map(({ id }) => id);

const files: readonly MenuEntry[] = [
  ...Object.entries(formatCommands).map(([format, command], index) => ({
    command,
    group: `0_formats@${index + 1}`,
    when: isChosenFor(format),
  })),
  { command: commands.convert, group: '1_run@1' },
  { command: commands.convertWithOptions, group: '1_run@2' },
  { command: commands.compressSelected, group: '1_run@3', when: mayCompress },
  { command: commands.compressWithOptions, group: '1_run@4', when: mayCompress },
  { command: commands.compressAndReplace, group: '1_run@5', when: mayCompress },
  { command: commands.makeZip, group: '1_run@6' },
  { command: commands.compareImages, group: '1_run@7', when: `listDoubleSelection && ${hasFormat(images)}` },
  {
    command: commands.compareWithGit,
    group: '1_run@8',
    when: `!listMultiSelection && !explorerResourceIsFolder && ${hasRepository}`,
  },
  {
    command: commands.extractHere,
    group: '1_run@9',
    when: `!explorerResourceIsFolder && ${hasName(extensionsOf(extractable))}`,
  },
  { command: commands.repeatLast, group: '2_again@1', when: hasLastWork },
];

const copyAs: readonly MenuEntry[] = [
  { command: commands.copyAsMarkdown, group: '1_copy@1' },
  { command: commands.copyAsImage, group: '1_copy@2' },
  { command: commands.copyAsPicture, group: '1_copy@3' },
  { command: commands.copyAsCss, group: '1_copy@4' },
  { command: commands.copyAsDataUri, group: '1_copy@5' },
];

const openAsMarkdown: MenuEntry = {
  command: commands.openAsMarkdown,
  group: 'navigation@60',
  when: becomesMarkdown,
};

const ofRepository: readonly MenuEntry[] = [
  {
    command: commands.compressStagedImages,
    when: 'scmProvider == git && scmResourceGroup == index',
    group: '5_files@1',
  },
  {
    command: commands.convertChangedFiles,
    when: 'scmProvider == git && scmResourceGroup != merge',
    group: '5_files@2',
  },
];

/**
 * VS Code aligns buttons to the right, so those on the left of a button that disappears move under the pointer. Therefore
 * only the first button comes and goes; the others are disabled while they have nothing to do.
 */
const ofJobsView: readonly MenuEntry[] = [
  ofView(commands.resumeJobs, 'navigation@0', hasParkedJobs),
  ofView(commands.undoLastBatch, 'navigation@1'),
  ofView(commands.cancelAllJobs, 'navigation@2'),
  ofView(commands.filterJobs, 'navigation@3'),
  ofView(commands.removeEndedJobs, '0_jobs@1'),
  ofView(commands.setUpNetwork, '1_network@0'),
  ofView(commands.setApiKey, '1_network@1', `config.${settingsSection}.${settings.baseUrl}`),
  ofView(commands.checkConnection, '1_network@2', hasKey),
  ofView(commands.showLog, '2_log@1'),
  ofView(commands.showPrograms, '2_log@2'),
  ofView(commands.copyDiagnostics, '2_log@3'),
  ofView(commands.turnRulesOn, '3_rules@1', `!${rulesAreOn}`),
  ofView(commands.turnRulesOff, '3_rules@1', rulesAreOn),
];

/**
 * The menu entries of each action of a job or batch: in its row, in the row's menu, or both. Rows align their buttons to
 * the right, too. **Cancel** is always the second from the right, where no other button that changes anything ever is,
 * and **Undo** isn't a button.
 */
const ofActions: Readonly<Record<JobAction, readonly MenuEntry[]>> = {
  open: ofRow('open', commands.openOutput, 'inline@3', '1_result@1'),
  openAll: ofRow('openAll', commands.openOutput, '1_result@1'),
  reveal: ofRow('reveal', commands.revealOutput, '1_result@2'),
  compare: ofRow('compare', commands.compareWithSource, 'inline@1', '1_result@3'),
  picture: [
    { submenu: submenus.copyAs, when: `view == ${views.jobs} && ${rowHas('picture')}`, group: '1_result@7' },
  ],
  saveKept: ofRow('saveKept', commands.saveKeptOutput, 'inline@3', '1_result@3'),
  chooseName: ofRow('chooseName', commands.chooseName, 'inline@3', '1_result@4'),
  source: [
    ...ofRow('source', commands.openSource, '1_result@5'),
    ...ofRow('source', commands.copyPath, '1_result@6'),
    ...ofRow('source', commands.convertAgain, '2_run@5'),
    ...ofRow('source', commands.showLog, '3_list@2'),
  ],
  retry: ofRow('retry', commands.retryJob, 'inline@3', '2_run@1'),
  retryFailed: [
    ...ofRow('retryFailed', commands.retryFailed, 'inline@3'),
    ofView(commands.retryFailed, '2_run@1', `${rowHas('retryFailed')} && !listMultiSelection`),
  ],
  retryAll: [
    ofView(
      commands.retryJob,
      '2_run@1',
      `${rowHas('retryAll')} && (listMultiSelection || !(${rowHas('retryFailed')}))`,
    ),
  ],
  submitAgain: ofRow('submitAgain', commands.submitAgain, '2_run@2'),
  cancel: [
    ...ofRow('cancel', commands.cancelJob, 'inline@2', '2_run@3'),
    ofView(
      commands.showLog,
      'inline@3',
      `${rowHas('cancel')} && !(${rowHas('retry')} || ${rowHas('retryFailed')} || ${rowHas('chooseName')})`,
    ),
  ],
  undo: ofRow('undo', commands.undoBatch, '2_run@4'),
  references: ofRow('references', commands.updateReferences, '2_run@6'),
  remove: ofRow('remove', commands.removeJob, '3_list@1'),
};

export const menus: Readonly<Record<string, readonly MenuEntry[]>> = {
  [submenus.files]: files,
  [submenus.copyAs]: copyAs,
  'explorer/context': [
    openAsMarkdown,
    { submenu: submenus.files, group: '5b_importexport@1', when: 'resourceScheme != untitled' },
    { submenu: submenus.copyAs, group: '6_copypath@90', when: endsIn(webImageExtensions) },
  ],
  'editor/title': [
    {
      submenu: submenus.files,
      group: '5_files',
      when: 'resourceScheme != untitled && resourceScheme != output && resource',
    },
    openAsMarkdown,
  ],
  'editor/title/context': [
    { submenu: submenus.files, group: '5_files', when: 'resourceScheme != untitled && resource' },
  ],
  'scm/title': [
    { command: commands.compressStagedImages, when: 'scmProvider == git', group: '2_main@20' },
    { command: commands.convertChangedFiles, when: 'scmProvider == git', group: '2_main@21' },
  ],
  'scm/resourceGroup/context': ofRepository,
  'scm/resourceState/context': [
    ...ofRepository,
    {
      command: commands.compareWithGit,
      when: 'scmProvider == git && scmResourceGroup != untracked',
      group: 'navigation@20',
    },
  ],
  'scm/resourceFolder/context': ofRepository,
  'view/title': ofJobsView,
  'view/item/context': [
    ...Object.values(ofActions).flat(),
    ofView(commands.turnRulesOff, 'inline@1', 'viewItem == rules'),
  ],
  commandPalette: inPalette,
  'timeline/item/context': [
    {
      command: commands.compareWithGit,
      when: 'timelineItem =~ /git:file\\b/ && !listMultiSelection',
      group: '3_compare@9',
    },
  ],
};

/**
 * A `when` clause for files that can become the format without a program of the user's, if the setting lists the
 * format. VS Code matches the setting as JSON.
 */
function isChosenFor(format: string): string {
  const sources = conversions
    .filter(({ to, engine }) => to === format && !isProgramId(engine))
    .map(({ from }) => from);
  return `config.${settingsSection}.${settings.menuFormats} =~ /"${format}"/ && (${mayHave([...new Set(sources)])})`;
}

function ofView(command: CommandId, group: string, when?: string): MenuEntry {
  return {
    command,
    when: [`view == ${views.jobs}`, ...(when === undefined ? [] : [when])].join(' && '),
    group,
  };
}

function ofRow(action: JobAction, command: CommandId, ...groups: readonly string[]): MenuEntry[] {
  return groups.map((group) => ofView(command, group, rowHas(action)));
}

function rowHas(action: JobAction): string {
  return `viewItem =~ /\\b${jobActions[action]}\\b/`;
}

/** A `when` clause for selections that may contain such files. Of several files, VS Code only tells the clicked one. */
function mayHave(formats: readonly string[]): string {
  return `listMultiSelection || explorerResourceIsFolder || ${hasFormat(formats)}`;
}

function hasFormat(formats: readonly string[]): string {
  return endsIn(extensionsOf(formats));
}

/** All extensions of formats, without the dot. */
function extensionsOf(formats: readonly string[]): string[] {
  return formats.flatMap((format) => [format, ...(formatById(format)?.extensions ?? [])]).toSorted();
}

/** A `when` clause for files whose names end with these extensions, which may contain dots. */
function hasName(extensions: readonly string[]): string {
  return `resourceFilename =~ /\\.(${extensions.join('|').replaceAll('.', '\\.')})$/i`;
}

/** A `when` clause for files with these extensions. */
function endsIn(extensions: readonly string[]): string {
  return `resourceExtname =~ /^\\.(${extensions.join('|')})$/i`;
}
