import { type CommandId, commands, contextKeys, settingsSection, views } from '../../../src/manifest.ts';

interface Contribution {
  /** The name of a codicon. */
  readonly icon?: string;
  /** The prefix in the Command Palette, if it isn't the extension's name. */
  readonly category?: string;
  /** Disables the command everywhere unless this `when` clause holds. */
  readonly enablement?: string;
  /** Hides the command in the Command Palette unless this `when` clause holds. */
  readonly palette?: string;
}

export const hasRepository = 'config.git.enabled && !git.missing && gitOpenRepositoryCount != 0';

/** Hides commands of rows and menus in the palette, because they need something to work on. */
const never = 'false';

/** Commands that are only called by the status bar, its menu, messages, and links, which need no title here. */
type LinkedCommand = typeof commands.showMenu | typeof commands.openAccount;

const contributions: Readonly<Record<Exclude<CommandId, LinkedCommand>, Contribution>> = {
  [commands.convert]: { icon: 'arrow-swap' },
  [commands.convertWithOptions]: { icon: 'settings' },
  [commands.convertToWebp]: { icon: 'arrow-swap' },
  [commands.convertToAvif]: { icon: 'arrow-swap' },
  [commands.convertToJpg]: { icon: 'arrow-swap' },
  [commands.convertToPng]: { icon: 'arrow-swap' },
  [commands.convertToPdf]: { icon: 'arrow-swap' },
  [commands.convertToMp3]: { icon: 'arrow-swap' },
  [commands.compress]: { icon: 'fold' },
  [commands.compressSelected]: { icon: 'fold', palette: never },
  [commands.compressWithOptions]: { icon: 'settings' },
  [commands.compressAndReplace]: { icon: 'fold' },
  [commands.makeZip]: { icon: 'file-zip' },
  [commands.extractHere]: { icon: 'file-zip' },
  [commands.compressStagedImages]: { icon: 'fold', palette: hasRepository },
  [commands.convertChangedFiles]: { icon: 'arrow-swap', palette: hasRepository },
  [commands.trySample]: { icon: 'beaker' },
  [commands.turnRulesOn]: { icon: 'zap', palette: `!${contextKeys.rulesAreOn}` },
  [commands.turnRulesOff]: { icon: 'circle-slash', palette: contextKeys.rulesAreOn },
  [commands.repeatLast]: { icon: 'redo' },
  [commands.undoLastBatch]: { icon: 'discard', enablement: contextKeys.canUndo },
  [commands.undoBatch]: { icon: 'discard', palette: never },
  [commands.updateReferences]: { icon: 'references' },
  [commands.setUpNetwork]: { icon: 'cloud' },
  [commands.setApiKey]: { icon: 'key' },
  [commands.signOut]: { icon: 'sign-out', enablement: contextKeys.hasKey },
  [commands.checkConnection]: { icon: 'pulse' },
  [commands.showPrograms]: { icon: 'tools' },
  [commands.copyDiagnostics]: { icon: 'copy' },
  [commands.showLog]: { icon: 'output' },
  [commands.filterJobs]: { icon: 'filter' },
  [commands.cancelJob]: { icon: 'close', palette: never },
  [commands.cancelAllJobs]: {
    icon: 'close-all',
    enablement: `${contextKeys.hasActiveJobs} || ${contextKeys.hasParkedJobs}`,
  },
  [commands.resumeJobs]: { icon: 'debug-continue', enablement: contextKeys.hasParkedJobs },
  [commands.retryJob]: { icon: 'refresh', palette: never },
  [commands.retryFailed]: { icon: 'refresh', palette: never },
  [commands.submitAgain]: { icon: 'refresh', palette: never },
  [commands.openOutput]: { icon: 'go-to-file', palette: never },
  [commands.revealOutput]: { icon: 'folder-opened', palette: never },
  [commands.openSource]: { icon: 'file', palette: never },
  [commands.compareWithSource]: { icon: 'compare-changes', palette: never },
  [commands.compareImages]: { icon: 'compare-changes' },
  [commands.openAsMarkdown]: { icon: 'markdown' },
  [commands.compareWithGit]: { palette: hasRepository },
  [commands.convertAgain]: { icon: 'arrow-swap', palette: never },
  [commands.copyPath]: { icon: 'copy', palette: never },
  [commands.copyAsMarkdown]: { category: 'category.copyAs' },
  [commands.copyAsImage]: { category: 'category.copyAs' },
  [commands.copyAsPicture]: { category: 'category.copyAs' },
  [commands.copyAsCss]: { category: 'category.copyAs' },
  [commands.copyAsDataUri]: { category: 'category.copyAs' },
  [commands.chooseName]: { icon: 'edit', palette: never },
  [commands.saveKeptOutput]: { icon: 'save-as', palette: never },
  [commands.removeJob]: { icon: 'trash', palette: never },
  [commands.removeEndedJobs]: { icon: 'clear-all', enablement: contextKeys.hasEndedJobs },
};

export const contributedCommands = Object.entries(contributions).map(([command, contribution]) => {
  const { icon, enablement, category = 'category' } = contribution;
  const title = `%command.${command.slice(settingsSection.length + 1)}%`;
  return { command, title, category: `%${category}%`, icon: icon && `$(${icon})`, enablement };
});

export const inPalette = Object.entries(contributions).flatMap(([command, { palette }]) =>
  palette === undefined ? [] : [{ command, when: palette }],
);

export const keybindings = [
  ...shortcuts('t', commands.convert),
  ...shortcuts('z', commands.compress, commands.compressSelected),
  ...shortcuts('r', commands.repeatLast),
  { command: commands.removeJob, key: 'delete', mac: 'cmd+backspace', when: `focusedView == ${views.jobs}` },
];

/** The same keys work for the active editor and for the selection in the Explorer. */
function shortcuts(letter: string, command: CommandId, inExplorer = command) {
  const keys = { key: `ctrl+alt+shift+${letter}`, mac: `cmd+alt+shift+${letter}` };
  return [
    { command, ...keys, when: '!filesExplorerFocus' },
    {
      command: inExplorer,
      ...keys,
      when: 'filesExplorerFocus && !inputFocus',
      args: { selection: 'explorer' },
    },
  ];
}
