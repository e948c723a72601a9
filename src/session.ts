import type * as vscode from 'vscode';
import { CatalogCache } from './planning/catalog.ts';
import { UploadConsents } from './planning/uploads.ts';
import { DiskFileStore } from './jobs/core/diskFileStore.ts';
import { LocalService } from './vscode/localService/localService.ts';
import { systemClock } from './util/clock.ts';
import type { FinishedJob } from './vscode/api/api.ts';
import { followFinishedJobs } from './vscode/api/apiCalls.ts';
import { ApiKeys } from './vscode/network/apiKeys.ts';
import { type CommandRunner, commandRunner, restore } from './vscode/handlers.ts';
import { Connections } from './vscode/network/connections.ts';
import { ContextKeys, speakAsVsCode, Log } from './vscode/ui/environment.ts';
import { DirectConverter, DocumentReader } from './vscode/convert/directConverter.ts';
import { MarkdownDocuments } from './vscode/convert/markdownDocuments.ts';
import { WebpChoice } from './vscode/convert/webpChoice.ts';
import { RoutedFileStore, WorkspaceFileStore } from './vscode/files/fileStores.ts';
import { SampleFile } from './vscode/help/sampleFile.ts';
import { followAdopted } from './vscode/batch/runBatch.ts';
import { followJobs, followKey } from './vscode/follow.ts';
import { type ExternalApi, externalApi } from './vscode/externalApi.ts';
import { networkWallet, catalogSource, currentOffers } from './vscode/network/offers.ts';
import { withMenuFacts } from './vscode/menuKeys.ts';
import { PictureTabs } from './vscode/pictures/pictureTabs.ts';
import { followPrograms, localSettings } from './vscode/settings.ts';
import { keepSavings } from './vscode/jobsView/savings.ts';
import { StatusBar } from './vscode/jobsView/statusBar.ts';
import { JobsTree } from './vscode/jobsView/jobsTree.ts';
import type { TreeView } from './vscode/ui/treeView.ts';
import { windowJobs } from './vscode/network/windowJobs.ts';
import { workspaceParts } from './vscode/workspaceParts.ts';

/** The parts that are active in a window, once there is anything to do. */
export interface Session extends ExternalApi {
  /** Resolves once the work of earlier sessions has resumed. Commands wait for this; don't use other parts before. */
  readonly restored: Promise<void>;
  readonly commands: CommandRunner;
  readonly tree: JobsTree;
  readonly pictures: PictureTabs;
  readonly markdown: MarkdownDocuments;
  readonly webpChoice: WebpChoice;
  /** Ends all work. Resolves once ongoing work has cleaned up. */
  close(): Promise<void>;
}

/** Constructs, connects, and subscribes a window's parts. The local service and the network code start on first use. */
export function startSession(
  context: vscode.ExtensionContext,
  view: TreeView,
  finishes: vscode.EventEmitter<FinishedJob>,
): Session {
  speakAsVsCode();
  const own = <T extends vscode.Disposable>(item: T): T => {
    context.subscriptions.push(item);
    return item;
  };
  const log = own(new Log());
  const write = (message: string): void => log.info(message);
  const keys = new ApiKeys(context.secrets);
  const scriptPath = context.asAbsolutePath('dist/localService.cjs');
  const local = own(new LocalService({ scriptPath, ...localSettings, log: write }));
  const connections = own(new Connections(local, keys, write));
  const consents = new UploadConsents(context.workspaceState, context.globalState);
  const files = new RoutedFileStore(new DiskFileStore(), new WorkspaceFileStore());
  const storageFolder = context.globalStorageUri.fsPath;
  const jobs = own(windowJobs({ connections, files, consents, storageFolder, log: write }));
  const version = String(context.extension.packageJSON.version);
  const source = withMenuFacts(catalogSource(connections, local, version), context.globalState);
  const catalogs = new CatalogCache(source, context.globalState, systemClock);
  const wallet = own(networkWallet(connections, context.globalState));
  const offers = currentOffers(catalogs, connections, wallet);
  const pictures = own(new PictureTabs(files, local, offers, context.extensionPath));
  const { month } = own(keepSavings(jobs, context.globalStorageUri, write));
  const statusBar = own(new StatusBar(jobs, wallet, month));
  const contextKeys = new ContextKeys();
  const tree = own(new JobsTree({ view, jobs, savings: month, clock: systemClock }));
  const direct = own(new DirectConverter(local));
  const reader = new DocumentReader(files, local, direct);
  const parts = { jobs, local, connections, keys, wallet, consents, log, tree, offers, pictures, reader };
  own(followPrograms(local));
  own(followFinishedJobs(jobs, (job) => finishes.fire(job)));
  own(followJobs({ jobs, catalogs, statusBar, contextKeys, store: context.globalState }));
  own(followKey({ ...parts, statusBar, contextKeys }));
  const work = { ...parts, ...own(workspaceParts({ ...parts, contextKeys }, context)) };
  own(jobs.onDidAdopt((ids) => void followAdopted(work, ids)));
  const commands = own(commandRunner({ ...work, sample: new SampleFile(files, context), version }));
  const restored = restore(jobs, log);
  const webpChoice = new WebpChoice(files, direct);
  const markdown = own(new MarkdownDocuments(reader));
  const close = async (): Promise<void> => jobs.close();
  return { ...externalApi(parts), restored, commands, tree, pictures, markdown, webpChoice, close };
}
