/** Every id that `package.json` also contains. `tools/packaging/manifest.ts` generates its part from them. */

export const extensionId = 'file-utility-network.file-utility-network';

export const commands = {
  convert: 'fileUtilityNetwork.convert',
  convertWithOptions: 'fileUtilityNetwork.convertWithOptions',
  convertToWebp: 'fileUtilityNetwork.convertToWebp',
  convertToAvif: 'fileUtilityNetwork.convertToAvif',
  convertToJpg: 'fileUtilityNetwork.convertToJpg',
  convertToPng: 'fileUtilityNetwork.convertToPng',
  convertToPdf: 'fileUtilityNetwork.convertToPdf',
  convertToMp3: 'fileUtilityNetwork.convertToMp3',
  compress: 'fileUtilityNetwork.compress',
  compressSelected: 'fileUtilityNetwork.compressSelected',
  compressWithOptions: 'fileUtilityNetwork.compressWithOptions',
  compressAndReplace: 'fileUtilityNetwork.compressAndReplace',
  makeZip: 'fileUtilityNetwork.makeZip',
  extractHere: 'fileUtilityNetwork.extractHere',
  compressStagedImages: 'fileUtilityNetwork.compressStagedImages',
  convertChangedFiles: 'fileUtilityNetwork.convertChangedFiles',
  trySample: 'fileUtilityNetwork.trySample',
  turnRulesOn: 'fileUtilityNetwork.turnRulesOn',
  turnRulesOff: 'fileUtilityNetwork.turnRulesOff',
  repeatLast: 'fileUtilityNetwork.repeatLast',
  undoLastBatch: 'fileUtilityNetwork.undoLastBatch',
  undoBatch: 'fileUtilityNetwork.undoBatch',
  updateReferences: 'fileUtilityNetwork.updateReferences',
  setUpNetwork: 'fileUtilityNetwork.setUpNetwork',
  setApiKey: 'fileUtilityNetwork.setApiKey',
  signOut: 'fileUtilityNetwork.signOut',
  openAccount: 'fileUtilityNetwork.openAccount',
  checkConnection: 'fileUtilityNetwork.checkConnection',
  showPrograms: 'fileUtilityNetwork.showPrograms',
  showMenu: 'fileUtilityNetwork.showMenu',
  copyDiagnostics: 'fileUtilityNetwork.copyDiagnostics',
  showLog: 'fileUtilityNetwork.showLog',
  filterJobs: 'fileUtilityNetwork.filterJobs',
  cancelJob: 'fileUtilityNetwork.cancelJob',
  cancelAllJobs: 'fileUtilityNetwork.cancelAllJobs',
  resumeJobs: 'fileUtilityNetwork.resumeJobs',
  retryJob: 'fileUtilityNetwork.retryJob',
  retryFailed: 'fileUtilityNetwork.retryFailed',
  submitAgain: 'fileUtilityNetwork.submitAgain',
  openOutput: 'fileUtilityNetwork.openOutput',
  revealOutput: 'fileUtilityNetwork.revealOutput',
  openSource: 'fileUtilityNetwork.openSource',
  compareWithSource: 'fileUtilityNetwork.compareWithSource',
  compareImages: 'fileUtilityNetwork.compareImages',
  openAsMarkdown: 'fileUtilityNetwork.openAsMarkdown',
  compareWithGit: 'fileUtilityNetwork.compareWithGit',
  convertAgain: 'fileUtilityNetwork.convertAgain',
  copyPath: 'fileUtilityNetwork.copyPath',
  copyAsMarkdown: 'fileUtilityNetwork.copyAsMarkdown',
  copyAsImage: 'fileUtilityNetwork.copyAsImage',
  copyAsPicture: 'fileUtilityNetwork.copyAsPicture',
  copyAsCss: 'fileUtilityNetwork.copyAsCss',
  copyAsDataUri: 'fileUtilityNetwork.copyAsDataUri',
  chooseName: 'fileUtilityNetwork.chooseName',
  saveKeptOutput: 'fileUtilityNetwork.saveKeptOutput',
  removeJob: 'fileUtilityNetwork.removeJob',
  removeEndedJobs: 'fileUtilityNetwork.removeEndedJobs',
} as const;

/** Ids of former commands, which key bindings may still contain, with the commands that replaced them. */
export const formerCommands = {
  'fileUtilityNetwork.refreshCredits': commands.checkConnection,
  'fileUtilityNetwork.showAllJobs': commands.filterJobs,
  'fileUtilityNetwork.showFailedJobs': commands.filterJobs,
} as const;

/** Formats that the context menu can offer directly, each with its command. */
export const formatCommands = {
  webp: commands.convertToWebp,
  avif: commands.convertToAvif,
  jpg: commands.convertToJpg,
  png: commands.convertToPng,
  pdf: commands.convertToPdf,
  mp3: commands.convertToMp3,
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

/** Tools for models in the chat. */
export const tools = {
  convert: 'fileUtilityNetwork_convert',
  compress: 'fileUtilityNetwork_compress',
  formats: 'fileUtilityNetwork_formats',
  jobs: 'fileUtilityNetwork_jobs',
  readDocument: 'fileUtilityNetwork_readDocument',
} as const;

export type ToolName = (typeof tools)[keyof typeof tools];

export const views = { jobs: 'fileUtilityNetwork.jobs' } as const;

export const viewContainers = { main: 'fileUtilityNetwork' } as const;

export const submenus = { files: 'fileUtilityNetwork.files', copyAs: 'fileUtilityNetwork.copyAs' } as const;

export const webviews = {
  compare: 'fileUtilityNetwork.compare',
  preview: 'fileUtilityNetwork.preview',
} as const;

/**
 * The URI scheme of documents that are shown as Markdown. Tabs that VS Code restores contain it, so it must not change.
 */
export const markdownScheme = 'file-utility-network-markdown';

export const statusBarItems = { main: 'status' } as const;

/** The section that contains all settings in VS Code. The names below omit it. */
export const settingsSection = 'fileUtilityNetwork';

export const settings = {
  baseUrl: 'baseUrl',
  authUrl: 'authUrl',
  runOn: 'runOn',
  outputFolder: 'output.folder',
  outputName: 'output.name',
  keepDates: 'output.keepDates',
  embedPictures: 'output.embedPictures',
  onCollision: 'output.onCollision',
  compressSuffix: 'compress.suffix',
  replaceSource: 'compress.replaceSource',
  presets: 'presets',
  menuFormats: 'menuFormats',
  livePreview: 'livePreview',
  pasteFolder: 'paste.folder',
  rules: 'rules',
  dialect: 'service.dialect',
  neverUpload: 'neverUpload',
  confirmAboveCredits: 'confirmAboveCredits',
  keepDays: 'jobs.keepDays',
  keepCount: 'jobs.keepCount',
  parallel: 'local.parallel',
  priority: 'local.priority',
  ffmpeg: 'local.tools.ffmpeg',
  libreoffice: 'local.tools.libreoffice',
  pandoc: 'local.tools.pandoc',
  calibre: 'local.tools.calibre',
  ghostscript: 'local.tools.ghostscript',
  tesseract: 'local.tools.tesseract',
} as const;

export const contextKeys = {
  hasEndedJobs: 'fileUtilityNetwork.hasEndedJobs',
  hasActiveJobs: 'fileUtilityNetwork.hasActiveJobs',
  rulesAreOn: 'fileUtilityNetwork.rulesAreOn',
  hasParkedJobs: 'fileUtilityNetwork.hasParkedJobs',
  canUndo: 'fileUtilityNetwork.canUndo',
  hasKey: 'fileUtilityNetwork.hasKey',
  hasLastWork: 'fileUtilityNetwork.hasLastWork',
  lacksCompressors: 'fileUtilityNetwork.lacksCompressors',
  hasConverted: 'fileUtilityNetwork.hasConverted',
  hasCompressed: 'fileUtilityNetwork.hasCompressed',
  hasUsedOptions: 'fileUtilityNetwork.hasUsedOptions',
} as const;

/** Words in the `contextValue` of jobs and batches in the tree view. Menus match them with `viewItem =~ /\bword\b/`. */
export const jobActions = {
  cancel: 'cancel',
  retry: 'retry',
  retryAll: 'retryAll',
  retryFailed: 'retryFailed',
  submitAgain: 'submitAgain',
  open: 'open',
  openAll: 'openAll',
  reveal: 'reveal',
  compare: 'compare',
  chooseName: 'chooseName',
  saveKept: 'saveKept',
  undo: 'undo',
  references: 'references',
  picture: 'picture',
  source: 'source',
  remove: 'remove',
} as const;

export type JobAction = (typeof jobActions)[keyof typeof jobActions];
